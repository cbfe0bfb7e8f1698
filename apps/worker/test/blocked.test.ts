import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createHttpClient } from '../src/send/http-client.ts'
import { createResolve } from '../src/send/resolve.ts'
import { startReceiver } from './support/receiver.ts'
import type { Receiver } from './support/receiver.ts'
import { createWorld } from './support/world.ts'

let receiver: Receiver
beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(() => receiver.close())

const portOf = (url: string) => new URL(url).port
const post = async (url: string, options: Partial<Parameters<typeof createHttpClient>[0]> = {}) => {
  const client = createHttpClient({ timeoutMs: 1_000, allowPrivate: false, resolve: createResolve(), ...options })
  const result = await client.post({ url, headers: {}, body: Buffer.from('{}'), startedAt: Date.now() })
  await client.close()
  return result
}

it('blocks an endpoint that became a private address: no retries, no connection, no address in the reason', async () => {
  const world = await createWorld()
  await world.start('postgres', { allowPrivate: false, schedule: [0, 0.05] })
  const endpoint = await world.addEndpoint(receiver.url.replace('http:', 'https:'))
  await world.record(['{"id":1}'])
  await expect
    .poll(() => world.deliveries())
    .toMatchObject([
      { status: 'blocked', attempt_count: 1, next_in: null, last_error: 'The URL must point to a public address.' },
    ])
  expect(await world.attempts()).toMatchObject([{ outcome: 'blocked', status_code: null }])
  expect(await world.endpoint(endpoint)).toMatchObject({ failure_count: 1 })
  expect(receiver.requests).toHaveLength(0)
  await world.close()
})

it('sends nothing in clear text unless private targets are allowed', async () => {
  expect(await post('http://example.com/')).toMatchObject({
    outcome: 'blocked',
    error: 'The URL must be an https URL.',
  })
})

it.each([
  '169.254.169.254',
  '[::ffff:169.254.169.254]',
  '[fe80::1]',
  '[fd00:ec2::254]',
  '[64:ff9b::a9fe:a9fe]',
  '2852039166',
  '0xa9fea9fe',
])('never dials the metadata address as %s, private targets allowed or not', async (host) => {
  expect(await post(`http://${host}/latest/meta-data`, { allowPrivate: true })).toMatchObject({ outcome: 'blocked' })
})

it.each([
  '127.0.0.1',
  '2130706433',
  '0x7f.1',
  '0177.0.0.1',
  '127.1',
  '①②⑦.⓪.⓪.①',
  '[::1]',
  '[::]',
  '[::ffff:7f00:1]',
  '[64:ff9b::7f00:1]',
  '[fd00:ec2::254]',
  'localhost',
  'localhost.',
  'user@127.0.0.1',
])('never connects to the own machine as %s, whatever the database holds', async (host) => {
  let connections = 0
  const spy = createServer((socket) => {
    connections++
    socket.destroy()
  }).listen(0, '::')
  await once(spy, 'listening')
  const address = spy.address()
  const port = typeof address === 'object' ? address?.port : ''
  expect(await post(`https://${host}:${port}/hook`)).toMatchObject({ outcome: 'blocked', statusCode: null })
  expect(connections).toBe(0)
  spy.close()
})

describe('names', () => {
  it.each([
    ['a private address', ['10.0.0.7']],
    ['the own machine', ['127.0.0.1']],
    ['a public and a private address', ['93.184.215.14', '127.0.0.1']],
    ['a public IPv4 and a private IPv6 address', ['93.184.215.14', '::1']],
  ])('that lead to %s are not dialled', async (_what, addresses) => {
    const port = portOf(receiver.url)
    const connected: unknown[] = []
    const spy = createServer((socket) => connected.push(socket)).listen(0, '127.0.0.1')
    const result = await post(`https://rebound.example.com:${port}/`, { resolve: () => Promise.resolve(addresses) })
    expect(result).toMatchObject({ outcome: 'blocked' })
    expect(result.error).not.toMatch(/\d+\.\d+/)
    expect(connected).toHaveLength(0)
    spy.close()
  })

  it('are resolved once: the address that was judged is the one that is dialled', async () => {
    const answers = [['127.0.0.1'], ['169.254.169.254']]
    let asked = 0
    const resolve = () => Promise.resolve(answers[asked++] ?? [])
    expect(
      await post(`http://rebound.example.com:${portOf(receiver.url)}/`, { resolve, allowPrivate: true }),
    ).toMatchObject({ outcome: 'success' })
    expect(asked).toBe(1)
  })

  it('are asked of the name server, which may answer with another address each time', async () => {
    const server = await startDns(['1.1.1.1', '127.0.0.1'])
    const resolve = createResolve([`127.0.0.1:${server.port}`])
    expect(await resolve('rebound.example.com')).toEqual(['1.1.1.1'])
    expect(await post(`https://rebound.example.com:${portOf(receiver.url)}/`, { resolve })).toMatchObject({
      outcome: 'blocked',
    })
    server.close()
  })

  it('of the own machine are dialled when private targets are allowed', async () => {
    expect(await post(`http://localhost:${portOf(receiver.url)}/x`, { allowPrivate: true })).toMatchObject({
      outcome: 'success',
      body: 'ok',
    })
  })
})

/** A name server that answers A queries with one address after the other, and AAAA queries with none. */
async function startDns(addresses: string[]) {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  let next = 0
  socket.on('message', (query, { port, address }) => {
    const end = query.indexOf(0, 12) + 5
    const isA = query.readUInt16BE(end - 4) === 1
    const head = Buffer.from([query[0] ?? 0, query[1] ?? 0, 0x81, 0x80, 0, 1, 0, isA ? 1 : 0, 0, 0, 0, 0])
    const record = Buffer.from([
      0xc0,
      12,
      0,
      1,
      0,
      1,
      0,
      0,
      0,
      0,
      0,
      4,
      ...(isA ? (addresses[next++] ?? '').split('.').map(Number) : []),
    ])
    socket.send(Buffer.concat([head, query.subarray(12, end), ...(isA ? [record] : [])]), port, address)
  })
  return { port: socket.address().port, close: () => socket.close() }
}
