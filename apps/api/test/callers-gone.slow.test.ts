import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { createDb, held, transaction } from '@matterbase/db'
import { createTestDatabase } from '@matterbase/db/testing'
import { addAccount } from '@matterbase/domain/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memoryRateLimiter } from '../src/http/access/memory-rate-limit.ts'
import { createMetrics } from '../src/metrics/metrics.ts'
import { signedInAs } from './dash-browser.ts'
import type { Member } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'
import { connectTo, endings, pdf, rawRequests } from './raw-requests.ts'
import type { RawRequest } from './raw-requests.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let api: Api
let metrics: ReturnType<typeof createMetrics>
let port: number
let requests: readonly RawRequest[]
let own: Account
let other: Account

interface Account {
  readonly key: string
  readonly member: Member
}

const unlimited = () => ({ ...memoryRateLimiter(), count: async () => ({ allowed: true, used: 1, msLeft: 0 }) })

beforeAll(async () => {
  database = await createTestDatabase()
  // A lock holds statements for as long as a busy machine needs.
  const db = createDb({ url: database.url, manyMs: 300_000, patienceMs: 300_000 })
  metrics = createMetrics(db)
  const limiters = { formLimiter: unlimited(), failureLimiter: unlimited() }
  api = await startApi({ database: { db, databaseUrl: database.url }, metrics, ...limiters })
  port = Number(new URL(api.origin).port)
  ;[own, other] = [await filledAccount(), await filledAccount()]
  requests = rawRequests({
    origin: 'http://localhost',
    ...(await recordsOf(own)),
    key: own.key,
    cookie: own.member.cookie,
  })
})
afterAll(async () => {
  await api.close()
  await api.db.$disconnect()
  await database.close()
})

/** An account with 100 matters of 20 KB. */
async function filledAccount(): Promise<Account> {
  const { email } = await addAccount(api.db, { name: 'Test' })
  const key = await api.key({ email })
  for (let from = 0; from < 100; from += 25) {
    const data = Array.from({ length: 25 }, (_, n) => ({
      external_id: `m-${from + n}`,
      title: 'Hale',
      description: 'word '.repeat(4_000),
    }))
    expect((await api.call('POST', '/matters/bulk', { key, body: { data } })).status).toBe(200)
  }
  return { key, member: await signedInAs(api, 'owner', email) }
}

async function recordsOf({ key, member }: Account) {
  const first = await api.call('GET', '/matters?limit=1', { key })
  const lines = [{ description: 'Fee', net: 120 }]
  const { body } = await member.call('POST', '/invoices', { body: { lines } })
  const invoice = Number(body.data['invoice_id'])
  expect((await member.call('POST', `/invoices/${invoice}/issue`, { body: {} })).status).toBe(200)
  const link = await member.call('POST', `/invoices/${invoice}/link`)
  const letter = { title: 'Letter', signer_name: 'Jo', signer_email: 'jo@example.com', text: 'Yes.' }
  const made = await member.call('POST', '/documents', { body: letter })
  const document = Number(made.body.data['document_id'])
  const upload = await fetch(`${api.origin}/dash/v1/live/documents/${document}/content`, {
    method: 'PUT',
    headers: { cookie: member.cookie, 'content-type': 'application/pdf' },
    body: new Uint8Array(pdf),
  })
  expect(upload.status).toBe(200)
  const inbox = await member.call('POST', '/inbox', { environment: 'test' })
  return {
    tag: first.headers.get('etag') ?? '',
    matter: Number(first.rows[0]?.id),
    invoice,
    link: new URL(String(link.body['url'])).pathname,
    document,
    inbox: new URL((inbox.body['inbox'] as { url: string }).url).pathname,
  }
}

const watched =
  /^matterbase_(?:http_requests_in_flight|held_bytes|turns|database_connections\{state="(?:in_use|waiting))/

/** The gauges of what is held that are not 0. */
async function holding(): Promise<readonly string[]> {
  const lines = (await metrics.registry.metrics()).split('\n').filter((line) => watched.test(line))
  expect(lines.length).toBeGreaterThan(20)
  return lines.filter((line) => !line.endsWith(' 0'))
}

const nothingHeld = () => expect.poll(holding).toEqual([])

/** Waits for something that happens in this process. */
async function until(check: () => boolean) {
  while (!check()) await setImmediate()
}

/** Requests that a caller who left must not have made worse, for itself and for others. */
async function everyoneIsServed() {
  for (const { key, member } of [own, other]) {
    expect((await api.call('GET', '/matters?limit=100', { key })).rows).toHaveLength(100)
    // Above 256 KiB, and so a large body.
    const body = { data: [{ external_id: 'm-0', title: 'Hale' }], more: ' '.repeat(400_000) }
    expect((await api.call('POST', '/matters/bulk', { key, body })).status).toBe(200)
    expect((await member.call('GET', '/home')).status).toBe(200)
    expect((await member.call('GET', '/matters?limit=100')).rows).toHaveLength(100)
  }
}

type Moment = (socket: Socket, request: RawRequest) => Promise<void> | void

const send =
  (bytes: (request: RawRequest) => Buffer) =>
  (socket: Socket, request: RawRequest): void =>
    void socket.write(bytes(request))
const all = send(({ bytes }) => bytes)

/** What has happened when the caller leaves. */
const moments: Readonly<Record<string, Moment>> = {
  'before the head': () => undefined,
  'in the head': send(({ bytes, bodyAt }) => bytes.subarray(0, bodyAt / 2)),
  'after the head': send(({ bytes, bodyAt }) => bytes.subarray(0, bodyAt)),
  'in the body': send(({ bytes, bodyAt }) => bytes.subarray(0, bodyAt + (bytes.length - bodyAt) / 2)),
  'after the last byte': all,
  async 'while the request is in progress'(socket, request) {
    all(socket, request)
    // A quick response can come first.
    await until(() => held.requests > 0 || socket.bytesRead > 0)
  },
  async 'while a large body is read'(socket, request) {
    all(socket, request)
    await until(() => held.bytes.large_body > 0 || socket.bytesRead > 0)
  },
  async 'in the response'(socket, request) {
    all(socket, request)
    // A response that needs no reader has ended by then, and an unfinished request has none.
    await Promise.race([once(socket, 'data'), once(socket, 'end'), once(socket, 'close')])
    socket.pause()
  },
}

describe('what a request holds is given back when its caller leaves', () => {
  it.each(Object.keys(moments))('%s', async (moment) => {
    for (const request of requests)
      for (const end of Object.values(endings)) {
        const socket = await connectTo(port)
        await moments[moment]?.(socket, request)
        end(socket)
      }
    await nothingHeld()
    await everyoneIsServed()
    await nothingHeld()
    expect(await holding()).toEqual([])
  })

  it('at any turn of the event loop', async () => {
    for (const request of requests)
      for (let turns = 1; turns < 14; turns++) {
        const socket = await connectTo(port)
        all(socket, request)
        for (let turn = 0; turn < turns; turn++) await setImmediate()
        socket.resetAndDestroy()
      }
    await nothingHeld()
    await everyoneIsServed()
    await nothingHeld()
    expect(await holding()).toEqual([])
  })

  it('while it waits in a queue, or for a lock', async () => {
    const holder = createDb({ url: database.url, poolSize: 1 })
    const sockets: Socket[] = []
    await transaction(holder, async (sql) => {
      await sql.run`LOCK TABLE matters, invoices, documents, firm_profiles IN ACCESS EXCLUSIVE MODE`
      const { read, list, write, record } = held.turns
      while ([list.waiting, read.running, write.running, record.running].includes(0)) {
        for (const request of requests) {
          const socket = await connectTo(port)
          sockets.push(socket)
          all(socket, request)
        }
        await setImmediate()
      }
      for (const socket of sockets) socket.resetAndDestroy()
      await expect.poll(() => held.requests).toBe(0)
      // What has begun ends with its statement, and nothing waits any more.
      expect([read.waiting, list.waiting, held.bytes.response, held.bytes.large_body]).toEqual([0, 0, 0, 0])
    })
    await holder.$disconnect()
    await nothingHeld()
    await everyoneIsServed()
    await nothingHeld()
    expect(await holding()).toEqual([])
  })
})

it('gives back the bytes of responses to an account that aborts 300 lists, and of 60 compressed bodies', async () => {
  const named = (name: string) => requests.find((request) => request.name === name) as RawRequest
  for (const [request, times] of [
    [named('list'), 300],
    [named('bulk, brotli'), 60],
  ] as const)
    for (let time = 0; time < times; time++) {
      const socket = await connectTo(port)
      all(socket, request)
      for (let turn = 0; turn < time % 12; turn++) await setImmediate()
      socket.resetAndDestroy()
    }
  await everyoneIsServed()
  await nothingHeld()
  expect(await holding()).toEqual([])
})
