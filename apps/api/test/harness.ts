import { randomBytes } from 'node:crypto'
import { readBuild } from '@matterbase/config'
import { createSealer } from '@matterbase/db'
import type { Counting } from '@matterbase/domain'
import { scopes as allScopes } from '@matterbase/schemas'
import { addAccount, createKey } from '@matterbase/domain/testing'
import type { Db } from '@matterbase/db'
import { createTestDatabase, withModels } from '@matterbase/db/testing'
import type { Scope } from '@matterbase/schemas'
import { pino } from 'pino'
import type { Logger } from 'pino'
import { request as send } from 'undici'
import type { Dispatcher } from 'undici'
import { basePath, createApp } from '../src/app.ts'
import { createDrawings } from '../src/drawing/drawings.ts'
import type { DrawingOptions } from '../src/drawing/drawings.ts'
import type { LoadSheddingOptions } from '../src/http/access/load-shedding.ts'
import type { LargeBodies } from '../src/http/input/large-bodies.ts'
import type { AnswersInProgress } from '../src/http/sending/answers-in-progress.ts'
import { sessionCookie } from '../src/http/browser/cookie.ts'
import type { Metrics } from '../src/metrics/metrics.ts'
import type { FailureLimiter, RateLimiter, RequestLimiter } from '../src/http/access/rate-limit.ts'
import { listen } from '../src/server.ts'

/** A record, looked into freely: the server has checked it against its schema. */
export interface Data {
  readonly id: number
  readonly created_at: string
  readonly updated_at: string
  readonly [name: string]: unknown
}

interface Body {
  readonly data: Data
  readonly created: boolean
  readonly error: string
  readonly code: string
  readonly [name: string]: unknown
}

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: Body
  /** `body.data` of a list. */
  readonly rows: readonly Data[]
}

export interface CallOptions {
  key?: string
  body?: unknown
  headers?: Record<string, string>
}

export interface KeyOptions {
  email?: string
  environment?: 'live' | 'test'
  tier?: 'free' | 'pro' | 'enterprise'
  scopes?: readonly Scope[]
}

export interface ApiOptions {
  rateLimiter?: RequestLimiter
  largeBodies?: LargeBodies
  failureLimiter?: FailureLimiter
  metrics?: Metrics
  formLimiter?: RateLimiter
  /** Whose `X-Forwarded-For` is believed. Default: nobody's. */
  trustProxy?: number | string
  drawing?: DrawingOptions
  /** Default: silent. */
  log?: Logger
  /** A database that somebody else closes. Default: one of its own. */
  database?: { db: Db; databaseUrl: string }
  /** Default: http://localhost. */
  publicUrl?: string
  /** Whether webhooks may go to http and private addresses. Default: true. */
  allowPrivate?: boolean
  /** Default: false. */
  isUnencrypted?: boolean
  canMail?: boolean
  /** How slowly answers may be read. Default: that of the server. */
  answers?: AnswersInProgress
  /** How long an export may take. Default: that of the server. */
  longestLinesMs?: number
  /** How far records are counted. Default: that of the server. */
  counting?: Counting
  /** How many bytes of records a page may have. Default: that of the server. */
  pageBytes?: number
  /** Default: that of the server. */
  requestTimeoutMs?: number
  /** Default: that of the server. */
  loadShedding?: LoadSheddingOptions
}

async function ownDatabase() {
  const { db, url, close } = await createTestDatabase()
  return { db, databaseUrl: url, drop: close }
}

const givenDatabase = ({ db, databaseUrl }: { db: Db; databaseUrl: string }) => ({
  db: withModels(db),
  databaseUrl,
  drop: async () => undefined,
})

const toHeaders = (headers: Dispatcher.ResponseData['headers']) =>
  new Headers(
    Object.entries(headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((one): [string, string] => [name, one]),
    ),
  )

/** The real API over a database of its own, on a port of its own. */
export async function startApi({
  // Where drawing slowly is not what is tried, a busy machine may.
  drawing = { deadlineMs: 150_000, patienceMs: 150_000 },
  database,
  log = pino({ level: 'silent' }),
  publicUrl = 'http://localhost',
  allowPrivate = true,
  isUnencrypted = false,
  requestTimeoutMs,
  loadShedding,
  ...limits
}: ApiOptions = {}) {
  const { db, databaseUrl, drop } = database ? givenDatabase(database) : await ownDatabase()
  const sealer = createSealer(randomBytes(32).toString('base64'))
  const drawings = createDrawings(drawing)
  const app = createApp({
    build: readBuild({}),
    db,
    drawings,
    sealer,
    allowPrivate,
    log,
    publicUrl,
    isUnencrypted,
    verifyAnswers: true,
    ...limits,
  })
  const timeout = requestTimeoutMs !== undefined && { requestTimeoutMs }
  const place = { port: 0, host: '127.0.0.1', publicUrl, ...timeout, ...(loadShedding && { loadShedding }) }
  const server = await listen(app, place)
  const origin = `http://127.0.0.1:${server.port}`

  async function request(method: string, path: string, { key, body, headers = {} }: CallOptions = {}): Promise<Reply> {
    // `fetch` does more than is needed here, which takes its time in thousands of requests.
    const response = await send(origin + path, {
      method,
      headers: {
        'user-agent': 'node',
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.body.text()
    const isLines = response.headers['content-type']?.includes('ndjson')
    const answer = (text.startsWith('{') && !isLines ? JSON.parse(text) : {}) as Body
    return {
      status: response.statusCode,
      // Most are never looked at.
      get headers() {
        return toHeaders(response.headers)
      },
      text,
      body: answer,
      rows: answer.data as unknown as Data[],
    }
  }

  return {
    db,
    sealer,
    origin,
    databaseUrl,
    sessionCookie: sessionCookie(publicUrl).name,
    baseUrl: origin + basePath,
    /** A request below the base path. */
    call: (method: string, path: string, options?: CallOptions) => request(method, basePath + path, options),
    request,
    /** A new account; both of its workspaces are empty. */
    async account(): Promise<string> {
      return (await addAccount(db, { name: 'Test' })).email
    },
    /** A key of a new account, unless `email` names one. */
    async key({
      email,
      environment = 'live',
      tier = 'enterprise',
      scopes = allScopes,
    }: KeyOptions = {}): Promise<string> {
      const { key } = await createKey(db, {
        email: email ?? (await this.account()),
        name: 'test',
        environment,
        tier,
        scopes,
      })
      return key
    },
    async close() {
      await server.close(100)
      await drawings.close()
      await drop()
    },
  }
}

export type Api = Awaited<ReturnType<typeof startApi>>
