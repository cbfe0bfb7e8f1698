import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMetrics } from '../src/metrics/metrics.ts'
import { serveMetrics } from '../src/metrics/serve.ts'
import type { MetricsServer } from '../src/metrics/serve.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api
let metrics: ReturnType<typeof createMetrics>
let server: MetricsServer
let key: string

beforeAll(async () => {
  const first = await startApi()
  metrics = createMetrics(first.db)
  api = await startApi({ database: first, metrics })
  closeFirst = () => first.close()
  server = await serveMetrics(() => metrics.registry.metrics(), { port: 0, host: '127.0.0.1' })
  key = await api.key()
})
let closeFirst: () => Promise<void>
afterAll(async () => {
  await server.close()
  await api.close()
  await closeFirst()
})

const scrape = async () => (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text()

/** The value of a series that has all of these labels. */
async function valueOf(name: string, labels: Readonly<Record<string, string>> = {}): Promise<number | undefined> {
  const lines = (await scrape())
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
  const line = lines.find((text) =>
    Object.entries(labels).every(([label, value]) => text.includes(`${label}="${value}"`)),
  )
  return line === undefined ? undefined : Number(line.split(' ').at(-1))
}

it('counts requests by operation, status and code, and times them', async () => {
  await api.call('GET', '/me', { key })
  await api.call('GET', '/me', { key })
  await api.call('GET', '/matters/987654321', { key })
  await api.request('GET', '/no/such/page')
  const requests = 'matterbase_http_requests_total'
  await expect.poll(() => valueOf(requests, { operation: 'getMe', status: '200', code: '' })).toBe(2)
  await expect.poll(() => valueOf(requests, { operation: 'getMatter', status: '404', code: 'not_found' })).toBe(1)
  await expect.poll(() => valueOf(requests, { operation: 'other', status: '404' })).toBe(1)
  expect(await valueOf('matterbase_http_request_duration_seconds_count', { operation: 'getMe' })).toBe(2)
})

it('keeps no label for ever that a caller makes up', async () => {
  // Node's own metrics grow by themselves: its collector's first run of a kind is nine lines.
  const series = async () => (await scrape()).split('\n').filter((line) => line.startsWith('matterbase_'))
  const before = await series()
  for (const method of ['PROPFIND', 'REPORT', 'MKCOL', 'SEARCH'])
    await api.request(method, `/api/v1/${method}?a=${method}`, { headers: { 'x-request-id': method } })
  await expect.poll(() => valueOf('matterbase_http_requests_total', { operation: 'other', method: 'other' })).toBe(4)
  expect((await series()).length - before.length).toBeLessThanOrEqual(2)
})

it('tells how many writes shared a transaction', async () => {
  await Promise.all(
    Array.from({ length: 20 }, (_, n) => api.call('POST', '/matters', { key, body: { title: `Matter ${n}` } })),
  )
  expect(await valueOf('matterbase_write_group_size_sum')).toBe(20)
  expect(await valueOf('matterbase_write_group_size_count')).toBeLessThan(20)
})

it('tells what waits to be delivered, for how long, and which endpoints are off', async () => {
  const own = await startApi()
  const hooks = await own.key()
  for (const path of ['/a', '/b'])
    await own.call('POST', '/webhooks', {
      key: hooks,
      body: { url: `https://example.com${path}`, events: ['matter.created'] },
    })
  const { body } = await own.call('GET', '/webhooks', { key: hooks })
  const [first] = body.webhooks as { id: number }[]
  await own.call('PATCH', `/webhooks/${first?.id}`, { key: hooks, body: { is_active: false } })
  await own.call('POST', '/matters', { key: hooks, body: { title: 'A' } })
  await own.db.run`UPDATE webhook_deliveries SET next_attempt_at = now() - interval '100 s' WHERE status = 'pending'`
  const text = await createMetrics(own.db).registry.metrics()
  for (const line of [
    'matterbase_deliveries{state="due"} 1',
    'matterbase_deliveries{state="held"} 1',
    'matterbase_webhook_endpoints{state="active"} 1',
    'matterbase_webhook_endpoints{state="switched_off"} 1',
  ])
    expect(text).toContain(line)
  expect(Number(/^matterbase_oldest_due_delivery_seconds (\d+)/m.exec(text)?.[1])).toBeGreaterThanOrEqual(100)
  await own.close()
})

it('counts no delivery as due that waits for a paused or busy receiver', async () => {
  const own = await startApi()
  const hooks = await own.key()
  for (const path of ['/paused', '/probed', '/busy'])
    await own.call('POST', '/webhooks', {
      key: hooks,
      body: { url: `https://example.com${path}`, events: ['matter.created'] },
    })
  for (const title of ['A', 'B', 'C']) await own.call('POST', '/matters', { key: hooks, body: { title } })
  const { db } = own
  await db.run`UPDATE webhook_deliveries SET next_attempt_at = now() - interval '900 s' WHERE status = 'pending'`
  await db.run`UPDATE webhook_endpoints SET circuit_level = 1, circuit_open_until = now() + interval '5 min' WHERE url LIKE '%/paused'`
  await db.run`UPDATE webhook_endpoints SET circuit_level = 1, circuit_open_until = now() WHERE url LIKE '%/probed'`
  const inFlight = (url: string) => db.run`
    UPDATE webhook_deliveries SET status = 'sending', lease_until = now() + interval '1 min'
    WHERE id = (SELECT min(delivery.id) FROM webhook_deliveries AS delivery
                JOIN webhook_endpoints AS endpoint ON endpoint.workspace_id = delivery.workspace_id AND endpoint.id = endpoint_id
                WHERE url LIKE ${`%${url}`} AND status = 'pending')`
  await inFlight('/probed')
  await inFlight('/busy')
  const read = async (perEndpoint: number) => createMetrics(db, perEndpoint).registry.metrics()
  const text = await read(1)
  for (const line of [
    'matterbase_deliveries{state="due"} 0',
    'matterbase_deliveries{state="waiting_for_receiver"} 7',
    'matterbase_oldest_due_delivery_seconds 0',
  ])
    expect(text).toContain(line)
  // A worker could send to the busy one, and the circuit of another has just closed.
  await db.run`UPDATE webhook_endpoints SET circuit_open_until = now() - interval '30 s' WHERE url LIKE '%/paused'`
  const later = await read(2)
  expect(later).toContain('matterbase_deliveries{state="due"} 5')
  expect(later).toContain('matterbase_deliveries{state="waiting_for_receiver"} 2')
  expect(Number(/^matterbase_oldest_due_delivery_seconds (\d+)/m.exec(later)?.[1])).toBeGreaterThanOrEqual(900)
  await db.run`UPDATE webhook_deliveries SET status = 'delivered' WHERE endpoint_id = (SELECT id FROM webhook_endpoints WHERE url LIKE '%/busy')`
  const age = Number(/^matterbase_oldest_due_delivery_seconds (\d+)/m.exec(await read(2))?.[1])
  expect(age).toBeGreaterThanOrEqual(30)
  expect(age).toBeLessThan(900)
  await own.close()
})

it('is only at /metrics, and says nothing of a database that is away', async () => {
  expect((await fetch(`http://127.0.0.1:${server.port}/`)).status).toBe(404)
  const failing = await serveMetrics(() => Promise.reject(new Error('SELECT secret')), { port: 0, host: '127.0.0.1' })
  const answer = await fetch(`http://127.0.0.1:${failing.port}/metrics`)
  expect([answer.status, await answer.text()]).toEqual([503, 'The metrics cannot be read right now\n'])
  await failing.close()
})
