import { once } from 'node:events'
import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { createDb, transaction } from '@matterbase/db'
import { createTestDatabase } from '@matterbase/db/testing'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { memoryRateLimiter } from '../src/http/access/memory-rate-limit.ts'
import { answersInProgress } from '../src/http/sending/answers-in-progress.ts'
import { signedInAs } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

const mebibyte = 1024 * 1024
const records = 75
const description = 'x'.repeat(65_536)
// More than the kernel takes for a reader who does not read: 4.9 MB.
const page = '/matters?limit=75&sort=-id'

/** Gives readers as long as a busy machine may take. */
const patient = answersInProgress({ mostBytes: 128 * mebibyte, stallMs: 300_000 })
const brisk = answersInProgress({ mostBytes: 128 * mebibyte, stallMs: 250 })
/** A line for each answer of the brisk server that has ended. */
const briskLog: string[] = []

let database: Awaited<ReturnType<typeof createTestDatabase>>
let api: Api
/** The same with little patience. */
let briskApi: Api
let key: string
let otherKey: string
/** How many requests of keys have come. */
let counted = 0
const limiter = memoryRateLimiter()
const countingLimiter: typeof limiter = {
  ...limiter,
  countInAll(windows) {
    counted++
    return limiter.countInAll(windows)
  },
}
const opened: Socket[] = []

beforeAll(async () => {
  const formLimiter = { ...memoryRateLimiter(), count: async () => ({ allowed: true, used: 1, msLeft: 0 }) }
  database = await createTestDatabase()
  // On a busy machine a large page takes long.
  const db = createDb({ url: database.url, manyMs: 300_000, patienceMs: 300_000 })
  api = await startApi({
    database: { db, databaseUrl: database.url },
    answers: patient,
    formLimiter,
    rateLimiter: countingLimiter,
    pageBytes: 16 * mebibyte,
  })
  const log = pino({}, { write: (line) => void briskLog.push(line) })
  briskApi = await startApi({ database: api, answers: brisk, formLimiter, pageBytes: 16 * mebibyte, log })
  ;[key, otherKey] = [await filled(records), await filled(10)]
})
afterAll(async () => {
  leaveAll()
  await briskApi.close()
  await api.close()
  await api.db.$disconnect()
  await database.close()
})

async function filled(count: number): Promise<string> {
  const own = await api.key({ tier: 'pro' })
  for (let from = 0; from < count; from += 10) {
    const data = Array.from({ length: 10 }, (_, n) => ({ external_id: `m-${from + n}`, title: 'Hale', description }))
    expect((await api.call('POST', '/matters/bulk', { key: own, body: { data } })).status).toBe(200)
  }
  return own
}

interface Unread {
  readonly socket: Socket
  readonly status: number
  readonly head: string
  /** How many bytes came with the head, the head included. */
  readonly bytes: number
}

/** A request whose answer is not read beyond what came with its head. */
async function ask(of: Api, path: string, headers: Record<string, string>, method = 'GET', body = ''): Promise<Unread> {
  const socket = connect(Number(new URL(of.origin).port), '127.0.0.1')
  opened.push(socket)
  socket.on('error', () => undefined)
  const lines = Object.entries({ host: 'localhost', 'content-length': String(body.length), ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
  const [first] = (await once(socket, 'data')) as [Buffer]
  socket.pause()
  const text = first.toString('latin1')
  return { socket, status: Number(text.split(' ', 2)[1]), head: text.slice(0, 2_000), bytes: first.length }
}

const asked = (own: string) => ({ authorization: `Bearer ${own}` })
const list = (of: Api, own: string, more = '') => ask(of, `/api/v1${page}${more}`, asked(own))

/** Asks for the same records in other words, so that answers are not shared. */
const different = (n: number) => `&created_since=2001-01-01T00:00:00.${String(n).padStart(3, '0')}Z`

function leaveAll() {
  for (const socket of opened.splice(0)) socket.destroy()
}

async function nothingHeld(of = patient) {
  leaveAll()
  await expect.poll(() => of.held(), { timeout: 60_000 }).toBe(0)
}

/** How many bytes came on a connection until its end, in all. */
async function drained({ socket, bytes: first }: Unread): Promise<number> {
  let bytes = first
  socket.on('data', (chunk: Buffer) => (bytes += chunk.length))
  // It ends with an error.
  await new Promise((resolve) => socket.once('close', resolve).resume())
  return bytes
}

afterEach(async () => {
  await nothingHeld()
  await nothingHeld(brisk)
})

describe('answers that are not read', () => {
  it('are bounded for each account, and other accounts get responses', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => list(api, key, different(n))))
    const refused = answers.filter(({ status }) => status === 503)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(6)
    expect(refused).toHaveLength(94)
    for (const { head } of refused) {
      expect(head).toMatch(/^retry-after: \d+\r$/im)
      expect(head).toMatch(/"code":"overloaded"/)
      expect(head).not.toMatch(/^(?:etag|link):/im)
    }
    expect(patient.held()).toBeLessThanOrEqual(32 * mebibyte)
    // Small answers have room.
    expect((await api.call('GET', page, { key })).body.code).toBe('overloaded')
    expect((await api.call('GET', page, { key: otherKey })).rows).toHaveLength(10)
    expect((await api.call('GET', '/matters?limit=50&fields=title', { key })).rows).toHaveLength(50)
    await nothingHeld()
    expect((await api.call('GET', page, { key })).rows).toHaveLength(75)
  })

  it('are one text for all who ask the same', async () => {
    const before = counted
    const holder = createDb({ url: database.url, poolSize: 1 })
    // The lock holds every list until all requests have arrived, so the speed of the machine does not matter.
    const asking = await transaction(holder, async (sql) => {
      await sql.run`LOCK TABLE matters IN ACCESS EXCLUSIVE MODE`
      const requests = Array.from({ length: 95 }, () => list(api, key))
      await expect.poll(() => counted, { timeout: 60_000 }).toBe(before + 95)
      return { requests }
    })
    await holder.$disconnect()
    const answers = await Promise.all(asking.requests)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    // Three statements were on their way when the others came.
    expect(patient.held()).toBeLessThan(4 * 5 * mebibyte)
    await nothingHeld()
  })

  it('of more than its share refuse what an account asks next, a write before it is carried out', async () => {
    const answers = answersInProgress({ mostBytes: 8 * mebibyte, stallMs: 300_000 })
    const narrow = await startApi({ database: api, answers, pageBytes: 16 * mebibyte })
    try {
      expect((await list(narrow, key)).status).toBe(200)
      for (const [method, path, body] of [
        ['POST', '/matters', { title: 'Late', external_id: 'late' }],
        ['GET', '/matters?limit=1'],
      ] as const) {
        const refused = await narrow.call(method, path, { key, ...(body && { body }) })
        expect([refused.status, refused.body.code]).toEqual([503, 'overloaded'])
        expect(refused.headers.get('retry-after')).toBe('1')
      }
      expect((await narrow.call('POST', '/matters', { key: otherKey, body: { title: 'Early' } })).status).toBe(201)
      await nothingHeld(answers)
      expect((await narrow.call('GET', '/matters?external_id=late', { key })).rows).toEqual([])
    } finally {
      await narrow.close()
    }
  })

  it('end when their reader takes nothing for a while', async () => {
    const answer = await list(briskApi, key)
    expect(answer.status).toBe(200)
    await expect.poll(() => brisk.held()).toBe(0)
    const promised = Number(/^content-length: (\d+)\r$/im.exec(answer.head)?.[1])
    expect(await drained(answer)).toBeLessThan(promised)
  })

  it('end when their reader takes a byte at a time', async () => {
    const answer = await list(briskApi, key)
    while (brisk.held() > 0) {
      answer.socket.read(1)
      await delay(20)
    }
    expect(await drained(answer)).toBeLessThan(75 * description.length)
  })

  it('are read to their end by a reader who pauses for less', async () => {
    const { socket, head } = await list(api, key)
    const promised = Number(/^content-length: (\d+)\r$/im.exec(head)?.[1])
    let bytes = 0
    socket.on('data', (chunk: Buffer) => (bytes += chunk.length))
    socket.resume()
    await expect.poll(() => bytes, { timeout: 60_000 }).toBeGreaterThan(promised - 128 * 1024)
    await expect.poll(() => patient.held()).toBe(0)
  })
})

describe('files that are not read', () => {
  const largest = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(10 * mebibyte - 9, 'lorem ipsum ')])

  async function documentToSign() {
    const owner = await signedInAs(api)
    const body = { title: 'Letter', signer_name: 'Jane', signer_email: 'jane@doe.example', text: null }
    const made = await owner.call('POST', '/documents', { body })
    const id = Number(made.body.data['document_id'])
    const upload = (bytes: Uint8Array<ArrayBuffer>) =>
      fetch(`${api.origin}/dash/v1/live/documents/${id}/content`, {
        method: 'PUT',
        headers: { cookie: owner.cookie, 'content-type': 'application/pdf' },
        body: bytes,
      })
    expect((await upload(new Uint8Array(largest))).status).toBe(200)
    return { path: new URL(String(made.body['url'])).pathname, upload }
  }

  it('take a piece of memory each, and end', async () => {
    const { path } = await documentToSign()
    const files = await Promise.all(Array.from({ length: 80 }, () => ask(api, `${path}/file`, {})))
    expect(new Set(files.map(({ status }) => status))).toEqual(new Set([200]))
    expect(patient.held()).toBeLessThanOrEqual(80 * 192 * 1024)
    // Who reads on has the whole of it.
    const whole = await fetch(`${api.origin}${path}/read`)
    const sha256 = createHash('sha256')
      .update(new Uint8Array(await whole.arrayBuffer()))
      .digest('hex')
    expect(sha256).toBe(createHash('sha256').update(largest).digest('hex'))
    await nothingHeld()
    briskLog.length = 0
    const ended = await ask(briskApi, `${path}/file`, {})
    await expect.poll(() => briskLog, { timeout: 60_000 }).toEqual([expect.stringContaining('/file')])
    expect(brisk.held()).toBe(0)
    expect(await drained(ended)).toBeLessThan(largest.length)
  })

  it('break off when they are replaced while they are read', async () => {
    const { path, upload } = await documentToSign()
    const file = await ask(api, `${path}/file`, {})
    expect(file.status).toBe(200)
    expect((await upload(new Uint8Array(Buffer.from('%PDF-1.7\nother')))).status).toBe(200)
    expect(await drained(file)).toBeLessThan(largest.length)
  })
})
