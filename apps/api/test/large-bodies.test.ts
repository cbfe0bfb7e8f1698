import { once } from 'node:events'
import { IncomingMessage, request, ServerResponse } from 'node:http'
import type { ClientRequest } from 'node:http'
import { connect, Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { brotliCompressSync, createGzip } from 'node:zlib'
import { held } from '@matterbase/db'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { largeBodies } from '../src/http/input/large-bodies.ts'
import type { LargeBodies } from '../src/http/input/large-bodies.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

const kibibyte = 1024

let api: Api
let keys: readonly string[]
/** How many large bodies were taken in. */
let taken = 0

beforeAll(async () => {
  // Four accounts can have one large body each under way, or one account one.
  const bounded = largeBodies(4 * 1024 * kibibyte)
  const counted: LargeBodies = {
    ...bounded,
    hold(...body) {
      bounded.hold(...body)
      taken++
    },
  }
  api = await startApi({ largeBodies: counted })
  keys = await Promise.all(Array.from({ length: 6 }, () => api.key()))
})
afterAll(() => api.close())

const bodyOf = (bytes: number) => JSON.stringify({ title: 'Hale', unknown: 'x'.repeat(bytes - 40) })

const post = (key: string | undefined, bytes: number) =>
  api.call('POST', '/matters', { ...(key !== undefined && { key }), body: bodyOf(bytes) })

/** A request that stays under way: `bytes` of its body are sent, not all. */
function begin(key: string | undefined, bytes: number, encoding?: 'gzip'): ClientRequest {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    ...(encoding && { 'content-encoding': encoding }),
  }
  const req = request(`${api.baseUrl}/matters`, { method: 'POST', headers })
  req.on('error', () => undefined)
  if (encoding) {
    const gzip = createGzip()
    gzip.pipe(req)
    gzip.write(bodyOf(bytes).slice(0, -2))
    gzip.flush()
  } else req.write(bodyOf(bytes).slice(0, -2))
  return req
}

const isRefused = async (key: string | undefined, bytes: number) => (await post(key, bytes)).body.code === 'overloaded'
const until = (check: () => boolean | Promise<boolean>) => vi.waitUntil(check, { timeout: 150_000, interval: 20 })

it.each([undefined, 'gzip'] as const)(
  'refuses large bodies while too many are under way, encoded with %s, and takes them in afterwards',
  async (encoding) => {
    const [a, b, c, d, e] = keys
    const before = taken
    const underWay = [a, b, c, d].map((key) => begin(key, 400 * kibibyte, encoding))
    await until(() => taken === before + 4)
    const refused = await post(e, 300 * kibibyte)
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([503, 'overloaded', '1'])
    // What is not large always gets in.
    expect((await post(e, 200 * kibibyte)).status).toBe(201)
    for (const req of underWay) req.destroy()
    await until(async () => !(await isRefused(e, 300 * kibibyte)))
    expect((await post(e, 300 * kibibyte)).status).toBe(201)
  },
)

it('leaves room for others, however many one account sends', async () => {
  const [a, b, c] = keys
  const before = taken
  const underWay = [begin(a, 400 * kibibyte), begin(a, 400 * kibibyte), begin(a, 400 * kibibyte)]
  await until(() => taken === before + 1)
  expect(await isRefused(a, 300 * kibibyte)).toBe(true)
  expect((await post(b, 300 * kibibyte)).status).toBe(201)
  expect((await post(c, 900 * kibibyte)).status).toBe(201)
  for (const req of underWay) req.destroy()
  await until(async () => !(await isRefused(a, 300 * kibibyte)))
})

it('counts a body no longer once it is answered, whatever the answer', async () => {
  const [a] = keys
  for (let time = 0; time < 6; time++) {
    expect((await post(a, 1000 * kibibyte)).status).toBe(201)
    expect((await post(a, 1100 * kibibyte)).status).toBe(413)
    const wrong = await api.call('POST', '/matters', {
      ...(a !== undefined && { key: a }),
      body: `[${'1,'.repeat(200_000)}1]`,
    })
    expect(wrong.status).toBe(400)
  }
})

it('takes bodies apart one at a time, those of each sender in turn, and lets the event loop go on in between', async () => {
  const { inTurn } = largeBodies()
  const here = new ServerResponse(new IncomingMessage(new Socket()))
  const order: string[] = []
  let isOver = false
  // Whatever else is to be done: once in each round of the event loop.
  const others = () => {
    order.push('others')
    if (!isOver) void setImmediate().then(others)
  }
  others()
  const run = (name: string) => inTurn(name.charAt(0), () => order.push(name), here)
  await Promise.all(['a1', 'a2', 'a3', 'b1'].map(run))
  isOver = true
  const bodies = order.filter((name) => name !== 'others')
  expect(bodies).toEqual(['a1', 'a2', 'b1', 'a3'])
  for (const [at, name] of order.entries()) if (name !== 'others') expect(order[at - 1]).toBe('others')
})

it('counts nothing for a sender who has gone', () => {
  const { hold } = largeBodies(400 * kibibyte)
  const gone = new ServerResponse(new IncomingMessage(new Socket()))
  gone.destroy()
  for (let time = 0; time < 10; time++) hold('a', 300 * kibibyte, gone)
  const here = new ServerResponse(new IncomingMessage(new Socket()))
  hold('a', 300 * kibibyte, here)
  expect(() => hold('a', 300 * kibibyte, here)).toThrow('Too many large request bodies')
  here.emit('close')
})

it('stops with a body whose sender goes while it is decompressed', async () => {
  const [a] = keys
  const compressed = brotliCompressSync(bodyOf(1000 * kibibyte))
  const { port } = new URL(api.baseUrl)
  const authorization = `authorization: Bearer ${a}\r\ncontent-type: application/json\r\n`
  const head = `POST /api/v1/matters HTTP/1.1\r\nhost: a\r\n${authorization}content-encoding: br\r\n`
  for (let time = 0; time < 24; time++) {
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(`${head}content-length: ${compressed.length}\r\n\r\n`)
    socket.write(compressed)
    await once(socket, 'connect')
    for (let turn = 0; turn < time; turn++) await setImmediate()
    socket.resetAndDestroy()
  }
  await expect.poll(() => held.bytes.large_body).toBe(0)
  expect((await post(a, 1000 * kibibyte)).status).toBe(201)
})

it('fails where taking apart does, and goes on with the next', async () => {
  const { inTurn } = largeBodies()
  const here = new ServerResponse(new IncomingMessage(new Socket()))
  const fail = () => {
    throw new Error('no body')
  }
  const failing = inTurn('a', fail, here)
  const next = inTurn('a', () => 'next', here)
  await expect(failing).rejects.toThrow('no body')
  expect(await next).toBe('next')
})

it('takes nothing apart for senders who hang up while they wait', async () => {
  const { inTurn } = largeBodies()
  const [here, gone] = [0, 1].map(() => new ServerResponse(new IncomingMessage(new Socket()))) as [
    ServerResponse,
    ServerResponse,
  ]
  const taken: string[] = []
  const first = inTurn('a', () => taken.push('first'), here)
  const left = inTurn('a', () => taken.push('left'), gone)
  gone.destroy()
  await expect(left).rejects.toMatchObject({ name: 'HungUpError' })
  await first
  expect(taken).toEqual(['first'])
})

it('answers a body that breaks off, is no gzip or inflates beyond 1 MiB', async () => {
  const [a] = keys
  const send = async (body: Buffer | string, headers: Record<string, string>) => {
    const response = await fetch(`${api.baseUrl}/matters`, {
      method: 'POST',
      headers: { authorization: `Bearer ${a}`, 'content-type': 'application/json', ...headers },
      body,
    })
    return [response.status, ((await response.json()) as { code: string }).code]
  }
  const gzip = { 'content-encoding': 'gzip' }
  expect(await send('{"title":"Hale"}', gzip)).toEqual([400, 'invalid_json'])
  expect(await send('{}', { 'content-encoding': 'zip' })).toEqual([415, 'unsupported_media_type'])
  expect(await send('{}', { 'content-encoding': 'constructor' })).toEqual([415, 'unsupported_media_type'])
  const zipped = createGzip()
  zipped.end(bodyOf(3 * 1024 * kibibyte))
  const chunks: Buffer[] = []
  for await (const chunk of zipped) chunks.push(chunk as Buffer)
  const bomb = Buffer.concat(chunks)
  expect(await send(bomb, gzip)).toEqual([413, 'payload_too_large'])
  expect(await send(bomb.subarray(0, 200), gzip)).toEqual([400, 'invalid_json'])
})

it('answers on the same connection after a body that it did not read to its end', async () => {
  const [a] = keys
  const options = {
    method: 'POST',
    headers: {
      authorization: `Bearer ${a}`,
      'content-type': 'application/json',
      'content-length': 3 * 1024 * kibibyte,
    },
  }
  const req = request(`${api.baseUrl}/matters`, options)
  req.end('x'.repeat(3 * 1024 * kibibyte))
  const [res] = (await once(req, 'response')) as [IncomingMessage]
  expect([res.statusCode, res.headers.connection]).toEqual([413, 'keep-alive'])
  res.resume()
})

it('reads little of a sign-in, from whoever it comes', async () => {
  const body = { email: 'ada@example.com', password: 'x'.repeat(20 * kibibyte) }
  const reply = await api.request('POST', '/dash/v1/sign-in', { body })
  expect([reply.status, reply.body.error]).toEqual([413, 'The body is larger than 16 KiB. Send less in one request.'])
})
