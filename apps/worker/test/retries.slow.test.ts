import { advisoryLocks, float, orNull, timestamp, transaction } from '@matterbase/db'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { startReceiver, withStatus } from './support/receiver.ts'
import type { Receiver } from './support/receiver.ts'
import { createWorld } from './support/world.ts'
import type { World } from './support/world.ts'

let world: World
let receiver: Receiver

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(async () => {
  await receiver.close()
  await world.empty()
})

const statuses = () => world.statuses()

it('retries by the schedule, under a new delivery_id and one event_id, and forgets the failures with the success', async () => {
  await world.start('postgres', { schedule: [0, 0.1, 0.2, 0.4] })
  const endpoint = await world.addEndpoint(receiver.url)
  const last: (() => void)[] = []
  receiver.answer = (response) =>
    receiver.requests.length < 4 ? withStatus(500)(response) : void last.push(() => response.end())
  await world.record(['{"id":1}'])
  await expect.poll(() => last.length).toBe(1)
  expect(await world.endpoint(endpoint)).toMatchObject({ failure_count: 3 })
  last.forEach((answer) => answer())

  const gaps = await world.db.rows({ ms: orNull(float) })`
    SELECT (extract(epoch FROM started_at - lag(started_at) OVER (ORDER BY started_at)) * 1000
      - lag(duration_ms) OVER (ORDER BY started_at))::float8 AS ms FROM webhook_attempts ORDER BY started_at`
  // What is planned is within a fifth (see rules.test.ts); a busy machine may be late.
  for (const [index, planned] of [100, 200, 400].entries())
    expect(gaps[index + 1]?.ms).toBeGreaterThanOrEqual(planned * 0.8 - 1)
  expect(new Set(receiver.requests.map(({ json }) => json['delivery_id'])).size).toBe(4)
  expect(new Set(receiver.requests.map(({ json }) => json['event_id'])).size).toBe(1)
  expect(receiver.requests.map(({ json }) => json['attempt'])).toEqual([1, 2, 3, 4])
  await expect.poll(() => world.deliveries()).toMatchObject([{ status: 'delivered', attempt_count: 4 }])
  expect((await world.attempts()).map(({ outcome }) => outcome)).toEqual([
    'http_error',
    'http_error',
    'http_error',
    'success',
  ])
  expect(await world.endpoint(endpoint)).toMatchObject({
    failure_count: 0,
    first_failure_at: null,
    failed_event_ids: [],
    is_active: true,
  })
})

it('gives a delivery up after the last attempt of the schedule, and says why', async () => {
  await world.start('postgres', { schedule: [0, 0.05, 0.05] })
  await world.addEndpoint(receiver.url)
  receiver.answer = withStatus(503)
  await world.record(['{"id":1}'])
  await expect
    .poll(() => world.deliveries())
    .toMatchObject([
      {
        status: 'failed',
        attempt_count: 3,
        next_in: null,
        last_status_code: 503,
        last_error: 'The receiver answered 503.',
      },
    ])
  expect(receiver.requests).toHaveLength(3)
})

it.each([
  ['seconds', () => '7'],
  ['a date', () => new Date(Date.now() + 7_500).toUTCString()],
])('never comes earlier than Retry-After asks, in %s', async (_form, header) => {
  await world.start('postgres')
  await world.addEndpoint(receiver.url)
  receiver.answer = (response) => withStatus(429, { 'retry-after': header() })(response)
  await world.record(['{"id":1}'])
  await expect
    .poll(() => world.deliveries())
    .toMatchObject([{ status: 'pending', attempt_count: 1, last_status_code: 429 }])
  const [row] = await world.db.rows({ wait: float })`
    SELECT extract(epoch FROM delivery.next_attempt_at - attempt.started_at)::float8 - attempt.duration_ms / 1000.0 AS wait
    FROM webhook_deliveries AS delivery JOIN webhook_attempts AS attempt ON attempt.webhook_delivery_id = delivery.id`
  // A date has whole seconds.
  expect(row?.wait).toBeGreaterThan(6)
  expect(row?.wait).toBeLessThan(9)
})

it('switches an endpoint off at once when it answers 410, holds the rest and fails that delivery', async () => {
  await world.start('postgres')
  const endpoint = await world.addEndpoint(receiver.url)
  receiver.answer = withStatus(410)
  await world.record(['{"id":1}'])
  await expect.poll(() => world.endpoint(endpoint)).toMatchObject({ is_active: false, disabled_reason: 'gone_410' })
  await world.record(['{"id":2}'])
  await expect
    .poll(() => world.deliveries())
    .toMatchObject([{ status: 'failed', last_status_code: 410 }, { status: 'held' }])
  expect(receiver.requests).toHaveLength(1)
})

it('of a test: fails, counts for nothing and switches nothing off, whatever it is answered', async () => {
  await world.start('postgres', { schedule: [0, 0.05], disableAfter: { seconds: 0, failures: 1, events: 1 } })
  const endpoint = await world.addEndpoint(receiver.url)
  for (const status of [500, 410]) {
    receiver.answer = withStatus(status)
    await world.recordTest(endpoint)
  }
  await expect.poll(async () => (await world.deliveries()).map(({ status }) => status)).toEqual(['failed', 'failed'])
  const after = await world.endpoint(endpoint)
  expect(after).toMatchObject({ failure_count: 0, is_active: true, first_failure_at: null, circuit_level: 0 })
  expect(after.last_delivery_at).not.toBeNull()
})

it('switches an endpoint off by the rule only when all three limits are reached, and holds what waits', async () => {
  await world.start('postgres', { schedule: [0, 60], disableAfter: { seconds: 0.3, failures: 3, events: 3 } })
  const endpoint = await world.addEndpoint(receiver.url)
  receiver.answer = withStatus(500)
  await world.record(['{"id":1}'])
  await expect.poll(async () => (await world.endpoint(endpoint)).failure_count).toBe(1)
  await world.record(['{"id":2}'])
  await expect.poll(async () => (await world.endpoint(endpoint)).failure_count).toBe(2)
  await expect.poll(async () => isLongAgo(await world.endpoint(endpoint), 350)).toBe(true)
  expect(await world.endpoint(endpoint)).toMatchObject({ is_active: true })
  await world.record(['{"id":3}'])
  await expect
    .poll(() => world.endpoint(endpoint))
    .toMatchObject({ is_active: false, disabled_reason: 'auto_failing', failure_count: 3 })
  await expect
    .poll(async () => (await world.deliveries()).map(({ status }) => status))
    .toEqual(['held', 'held', 'held'])
})

const isLongAgo = ({ first_failure_at: since }: { first_failure_at: Date | null }, ms: number) =>
  since !== null && Date.now() - since.getTime() > ms

/** Lets the next probe go, once no pass is under way that looked before the circuit opened. */
const endWait = () =>
  expect
    .poll(() =>
      transaction(world.db, async (sql) => {
        await sql.run`SELECT pg_advisory_xact_lock(${advisoryLocks.relay})`
        return sql.run`
          UPDATE webhook_endpoints SET circuit_open_until = now()
          WHERE NOT EXISTS (SELECT FROM webhook_deliveries WHERE status IN ('queued', 'sending'))`
      }),
    )
    .toBe(1)

it('opens the breaker after five failures in a row, without spending attempts, and probes with one', async () => {
  await world.start('postgres', { schedule: [0, 0.05, 0.05, 60] })
  const endpoint = await world.addEndpoint(receiver.url)
  receiver.answer = withStatus(500)
  /** How long the breaker was opened for: no more than is left of it now, no less than since `from`. */
  const openSeconds = async (from: Date) => {
    const { open_for: left, circuit_open_until: until } = await world.endpoint(endpoint)
    return { atMost: Math.ceil(left ?? 0), atLeast: Math.floor(((until?.getTime() ?? 0) - from.getTime()) / 1000) }
  }
  const databaseNow = async () => {
    const [row] = await world.db.rows({ now: timestamp })`SELECT now()`
    return row?.now ?? new Date(0)
  }
  const recorded = await databaseNow()
  await world.record(Array.from({ length: 10 }, (_, id) => `{"id":${id}}`))
  await expect.poll(() => world.endpoint(endpoint)).toMatchObject({ circuit_level: 1 })
  const first = await openSeconds(recorded)
  expect(first.atMost).toBeLessThanOrEqual(30)
  expect(first.atLeast).toBeGreaterThanOrEqual(30)
  await expect.poll(statuses).toEqual(new Set(['pending']))
  const before = receiver.requests.length
  expect(before).toBeLessThanOrEqual(10)

  receiver.answer = (response) => void setTimeout(() => withStatus(500)(response), 50)
  receiver.mostOpen.clear()
  const probed = await databaseNow()
  await endWait()
  await expect.poll(() => world.endpoint(endpoint)).toMatchObject({ circuit_level: 2 })
  const second = await openSeconds(probed)
  expect(second.atMost).toBeLessThanOrEqual(60)
  expect(second.atLeast).toBeGreaterThanOrEqual(60)
  expect(receiver.requests.length).toBe(before + 1)

  receiver.answer = (response) => void response.end()
  await endWait()
  await expect
    .poll(() => world.endpoint(endpoint))
    .toMatchObject({ circuit_level: 0, failure_count: 0, circuit_open_until: null })
  await expect
    .poll(async () => (await world.deliveries()).filter(({ status }) => status === 'delivered').length)
    .toBe(10)
})

it('takes every redirect for a failure and goes nowhere else', async () => {
  const elsewhere = await startReceiver()
  await world.start('postgres', { schedule: [0] })
  const codes = [301, 302, 303, 307, 308]
  for (const status of codes) await world.addEndpoint(`${receiver.url}/${status}`)
  receiver.answer = (response, { path }) => withStatus(Number(path.slice(1)), { location: elsewhere.url })(response)
  await world.record(['{"id":1}'])
  await expect
    .poll(async () => (await world.deliveries()).map(({ status, last_status_code: code }) => [status, code]))
    .toEqual(codes.map((code) => ['failed', code]))
  expect(elsewhere.requests).toHaveLength(0)
  await elsewhere.close()
})

it('cuts an answer that drips off at the deadline', async () => {
  await world.start('postgres', { timeoutMs: 600, schedule: [0] })
  await world.addEndpoint(receiver.url)
  const drips: NodeJS.Timeout[] = []
  receiver.answer = (response) => {
    response.writeHead(200).flushHeaders()
    drips.push(setInterval(() => response.write('.'), 50))
  }
  await world.record(['{"id":1}'])
  await expect.poll(() => world.attempts()).toMatchObject([{ outcome: 'timeout', status_code: 200 }])
  const [attempt] = await world.attempts()
  expect(attempt?.response_headers).toContain('["transfer-encoding","chunked"]')
  expect(attempt?.duration_ms).toBeGreaterThanOrEqual(590)
  drips.forEach((drip) => clearInterval(drip))
})

it('takes a huge answer for a success and keeps 4 KiB of it', async () => {
  await world.start('postgres')
  await world.addEndpoint(receiver.url)
  let written = 0
  receiver.answer = (response) => {
    response.writeHead(200)
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536))) written += 65_536
      response.once('drain', more)
    }
    more()
  }
  await world.record(['{"id":1}'])
  await expect.poll(() => world.deliveries()).toMatchObject([{ status: 'delivered' }])
  const [attempt] = await world.attempts()
  expect(attempt).toMatchObject({ outcome: 'success', response_body: 'x'.repeat(4_096) })
  expect(written).toBeLessThan(64 * 1024 * 1024)
})

it('keeps an answer with NUL and broken UTF-8, cleaned', async () => {
  await world.start('postgres')
  await world.addEndpoint(receiver.url)
  receiver.answer = (response) => void response.end(Buffer.from([0x61, 0, 0xff, 0xed, 0xa0, 0x80, 0x62, 0xf0, 0x9f]))
  await world.record(['{"id":1}'])
  await expect.poll(() => world.deliveries()).toMatchObject([{ status: 'delivered' }])
  expect((await world.attempts())[0]?.response_body).toBe('a\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}b')
})

it('keeps the headers of an answer, cleaned, with cookies named but not kept', async () => {
  await world.start('postgres')
  await world.addEndpoint(receiver.url)
  receiver.answer = (response) => {
    response.writeHead(200, [
      ['X-Trace', 'a "b" \\c'],
      ['X-Name', Buffer.from('Żółć').toString('latin1')],
      ['X-Broken', '\u{FF}\u{ED}\u{A0}\u{80}b'],
      ['X-Long', 'x'.repeat(2_000)],
      ['Set-Cookie', 'session=secret'],
      ['Set-Cookie', 'other=secret'],
      ['X-Trace', 'again'],
    ])
    response.end('ok')
  }
  await world.record(['{"id":1}'])
  await expect.poll(() => world.deliveries()).toMatchObject([{ status: 'delivered' }])
  const text = (await world.attempts())[0]?.response_headers ?? ''
  expect(text).not.toContain('secret')
  const pairs = JSON.parse(text) as [string, string | null][]
  expect(pairs.filter(([name]) => /^x-|cookie/.test(name))).toEqual([
    ['x-trace', 'a "b" \\c'],
    ['x-trace', 'again'],
    ['x-name', 'Żółć'],
    ['x-broken', '\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}b'],
    ['x-long', `${'x'.repeat(1_024)}…`],
    ['set-cookie', null],
    ['set-cookie', null],
  ])
})

it('reports a receiver that is not there, does not speak HTTP, or floods headers, and retries it', async () => {
  const gone = await startReceiver()
  await gone.close()
  const raw = createServer((socket) =>
    socket.on('error', () => undefined).on('data', () => socket.write('SSH-2.0-nothing\r\n')),
  ).listen(0, '127.0.0.1')
  await once(raw, 'listening')
  const address = raw.address()
  await world.start('postgres', { schedule: [0, 60] })
  await world.addEndpoint(gone.url)
  await world.addEndpoint(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
  await world.addEndpoint(receiver.url)
  await world.addEndpoint('http://no-such-name.invalid/')
  await world.addEndpoint(receiver.url.replace('http:', 'https:'))
  receiver.answer = withStatus(200, { flood: 'x'.repeat(1_000_000) })
  await world.record(['{"id":1}'])
  await expect
    .poll(async () => (await world.attempts()).map(({ outcome }) => outcome))
    .toEqual(['connect', 'http_error', 'http_error', 'dns', 'tls'])
  expect((await world.deliveries()).map(({ last_error: error }) => error)).toEqual([
    'The receiver refused the connection.',
    'The answer is not HTTP.',
    'The headers of the answer are too large.',
    'The host name could not be resolved.',
    'The TLS connection failed (ERR_SSL_WRONG_VERSION_NUMBER).',
  ])
  raw.close()
})

it('does not let an endpoint that hangs delay a healthy one', async () => {
  await world.start('postgres', { timeoutMs: 120_000, leaseMs: 480_000 })
  await world.addEndpoint(`${receiver.url}/hung`, { events: ['lead.created'] })
  await world.addEndpoint(`${receiver.url}/healthy`, { events: ['matter.created'] })
  receiver.answer = (response, { path }) => (path === '/hung' ? undefined : response.end())
  const requestsTo = (path: string) => receiver.requests.filter((request) => request.path === path).length
  await world.record(
    Array.from({ length: 50 }, (_, id) => `{"id":${id}}`),
    'lead.created',
  )
  await expect.poll(() => receiver.open.get('/hung')).toBe(5)
  await world.record(Array.from({ length: 50 }, (_, id) => `{"id":${id}}`))
  await expect.poll(() => requestsTo('/healthy')).toBe(50)
  // All of them while the first five to the other are still waiting for their answers.
  expect([requestsTo('/hung'), receiver.open.get('/hung')]).toEqual([5, 5])
  // Which would otherwise be waited for at the end.
  receiver.answer = (response) => void response.end()
  receiver.dropOpen()
})
