import { checkTargetUrl } from '@matterbase/jobs'
import { LRUCache } from 'lru-cache'
import { Agent } from 'undici'
import { createConnect } from './connect.ts'
import type { ConnectOptions } from './connect.ts'
import { exchange } from './exchange.ts'
import { BlockedTarget, toFailure } from './outcome.ts'
import type { Result } from './outcome.ts'
import { toHeaderPairs, toText } from './response.ts'
import { readRetryAfter } from './retry.ts'

interface Delivery {
  url: string
  headers: Record<string, string>
  body: Buffer
  /** The start of the attempt, epoch milliseconds by PostgreSQL's clock. */
  startedAt: number
}

export interface HttpClient {
  /** One POST, with one deadline from DNS to the last byte of the response. Never throws, follows no redirects. */
  post(delivery: Delivery): Promise<Result>
  close(): Promise<void>
}

/** A client with its own connections, kept alive between requests. */
export function createHttpClient(options: ConnectOptions): HttpClient {
  const { timeoutMs, allowPrivate } = options
  const agent = new Agent({
    connect: createConnect(options),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    keepAliveMaxTimeout: 60_000,
    pipelining: 1,
  })
  const targets = new LRUCache<string, Target>({
    max: 2_000,
    memoMethod: (url) => toTarget(url, allowPrivate),
  })
  const send = async ({ url, headers, body, startedAt }: Delivery, startedHere: number) => {
    const { refused, origin, path } = targets.memo(url)
    if (refused !== null) throw new BlockedTarget(refused)
    const answer = await exchange(agent, { origin, path, method: 'POST', headers, body }, timeoutMs)
    const { statusCode, headers: answered, broken } = answer
    const now = startedAt + performance.now() - startedHere
    const isWhole = broken === null
    return {
      statusCode,
      retryAfterMs: readRetryAfter(statusCode, answered['retry-after'], now),
      headers: toHeaderPairs(answered),
      body: isWhole ? toText(answer.body) : null,
      ...(isWhole ? judge(statusCode) : toFailure(broken, timeoutMs)),
    }
  }
  return {
    async post(delivery) {
      const startedHere = performance.now()
      const sent = await send(delivery, startedHere).catch((error: unknown) => ({
        statusCode: null,
        retryAfterMs: null,
        headers: null,
        body: null,
        ...toFailure(error, timeoutMs),
      }))
      return { ...sent, durationMs: Math.round(performance.now() - startedHere) }
    },
    close: () => agent.destroy(),
  }
}

interface Target {
  /** The reason why the URL is not allowed, or null. */
  refused: string | null
  origin: string
  path: string
}

function toTarget(url: string, allowPrivate: boolean): Target {
  const refused = checkTargetUrl(url, { allowPrivate })
  if (refused !== null) return { refused, origin: '', path: '' }
  const { origin, pathname, search } = new URL(url)
  return { refused, origin, path: pathname + search }
}

function judge(statusCode: number): Pick<Result, 'outcome' | 'error'> {
  if (statusCode >= 200 && statusCode < 300) return { outcome: 'success', error: null }
  const isRedirect = statusCode >= 300 && statusCode < 400
  return {
    outcome: 'http_error',
    error: `The receiver answered ${statusCode}${isRedirect ? '; redirects are not followed' : ''}.`,
  }
}
