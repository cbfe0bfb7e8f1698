import { createHmac } from 'node:crypto'
import { filled, int, text, timestamp } from '@matterbase/db'
import type { CreatedWebhookEndpoint, Delivery, Matter, Replay, RotatedSecret, WebhookEndpoint } from '@matterbase/sdk'
import { constructEvent } from '@matterbase/sdk/webhooks'
import type { WebhookEvent } from '@matterbase/sdk/webhooks'
import { redisUrl } from '@matterbase/jobs/testing'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApi } from './support/api-process.ts'
import type { ApiProcess } from './support/api-process.ts'
import { spawnMain, spawnWorker } from './support/processes.ts'
import type { Running } from './support/processes.ts'
import { startReceiver, withStatus } from './support/receiver.ts'
import type { Receiver } from './support/receiver.ts'
import { backendNames } from './support/redis.ts'
import { createWorld, encryptionKey, quick } from './support/world.ts'
import type { World } from './support/world.ts'

let world: World
let receiver: Receiver
let api: ApiProcess
let processes: Running[]

beforeAll(async () => {
  world = await createWorld()
  api = await startApi(world)
})
afterAll(async () => {
  await api.kill('SIGKILL')
  await world.close()
})
beforeEach(async () => {
  receiver = await startReceiver()
  processes = []
})
afterEach(async () => {
  await Promise.all(processes.map((running) => running.kill('SIGKILL')))
  // First, so that no worker waits for answers.
  await receiver.close()
  await world.empty()
})

const addEndpoint = () =>
  api.call<CreatedWebhookEndpoint>('POST', '/webhooks', { url: receiver.url, events: ['matter.created'] })
const title = 'Hale v. Northgate'
const createMatter = () => api.call('POST', '/matters', { title })
const createMatters = (count: number) => Promise.all(Array.from({ length: count }, createMatter))
const deliveriesOf = async ({ id }: { id: number }, query = '') =>
  (await api.call<{ data: Delivery[] }>('GET', `/webhooks/${id}/deliveries?limit=200${query}`)).data
const statusesOf = async (endpoint: { id: number }) =>
  (await deliveriesOf(endpoint)).map(({ status }) => status).toReversed()
const eventsSent = () => receiver.requests.map(({ json }) => json['event_id'])
const signature = (secret: string, body: Buffer) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

it('sends what changed beside the record, signed like all else, and a record that is gone as what is left of it', async () => {
  await world.start('postgres')
  const events = ['matter.created', 'matter.updated', 'matter.deleted']
  const { secret } = await api.call<CreatedWebhookEndpoint>('POST', '/webhooks', { url: receiver.url, events })
  const { data } = await api.call<{ data: Matter }>('POST', '/matters', { title: 'Żółć "a"', estimated_hours: 1.5 })
  const path = `/matters/${data.id}`
  const changed = await api.call<{ data: Matter }>('PATCH', path, { title: 'B', estimated_hours: 12.34567 })
  await api.call('PATCH', path, { title: 'B' })
  await api.call('DELETE', path)
  await expect.poll(() => receiver.requests.length).toBe(3)
  const received = new Map<string, WebhookEvent>()
  for (const { body, headers } of receiver.requests) {
    const event = await constructEvent(body, headers, secret)
    received.set(event.event, event)
  }
  expect(received.get('matter.created')).not.toHaveProperty('previous')
  expect(received.get('matter.updated')).toMatchObject({
    data: changed.data,
    previous: { title: 'Żółć "a"', estimated_hours: 1.5 },
  })
  const updated = receiver.requests.find(({ json }) => json['event'] === 'matter.updated')?.body.toString()
  expect(updated).toContain(
    `"data":${JSON.stringify(changed.data)},"previous":{"title":"Żółć \\"a\\"","estimated_hours":1.5},"event_id":`,
  )
  const deleted = received.get('matter.deleted')
  expect(Object.keys(deleted?.data ?? {})).toEqual(['id', 'external_id', 'deleted_at', 'updated_at'])
  expect(deleted).toMatchObject({ data: { id: data.id, external_id: null } })
})

it('signs with the new secret and the old one beside it from the rotation to the end of the overlap, under load', async () => {
  await world.start('postgres')
  const { id, secret } = await addEndpoint()
  const load = { isOver: false }
  const loaded = Promise.all(
    [1, 2, 3].map(async () => {
      while (!load.isOver) await createMatter()
    }),
  )
  await expect.poll(() => receiver.requests.length).toBeGreaterThan(20)
  const rotated = await api.call<RotatedSecret>('POST', `/webhooks/${id}/rotate-secret`, { overlap_hours: 1 })
  const hasBoth = ({ headers }: { headers: object }) => 'x-service-signature-previous' in headers
  await expect.poll(() => receiver.requests.filter(hasBoth).length).toBeGreaterThan(5)
  const [overlap] = await world.db.rows({ end: filled(timestamp) })`
    UPDATE webhook_endpoints SET previous_secret_expires_at = now() RETURNING previous_secret_expires_at AS end`
  const isOver = () => receiver.requests.slice(receiver.requests.findLastIndex(hasBoth) + 1).length > 20
  await expect.poll(isOver).toBe(true)
  load.isOver = true
  await loaded
  await expect.poll(() => world.statuses()).toEqual(new Set(['delivered']))

  const signers = receiver.requests.map(({ headers, body, json }) => {
    const made = [headers['x-service-signature'], headers['x-service-signature-previous']]
    expect(String(headers['webhook-signature']).split(' ')).toHaveLength(made[1] === undefined ? 1 : 2)
    const [current, previous] = [signature(rotated.secret, body), signature(secret, body)]
    if (made[1] !== undefined) expect(made).toEqual([current, previous])
    else expect([current, previous]).toContain(made[0])
    // The new secret alone never before the old one has expired.
    if (made[1] === undefined && made[0] === current)
      expect(Date.parse(String(json['timestamp']))).toBeGreaterThanOrEqual(overlap?.end.getTime() ?? Infinity)
    if (made[1] !== undefined) return 'both'
    return made[0] === current ? 'new' : 'old'
  })
  // Requests made at the same time may overtake one another by as many as are under way at once.
  for (const [earlier, later] of [
    ['old', 'both'],
    ['both', 'new'],
  ] as const)
    expect(signers.lastIndexOf(earlier) - signers.indexOf(later)).toBeLessThan(5)
  expect(signers.indexOf('new')).toBeGreaterThan(signers.indexOf('both'))
})

it('loses nothing of an endpoint that was switched off by its failures: all is sent when it is switched on again', async () => {
  await world.start('postgres', { schedule: [0, 3_600], disableAfter: { seconds: 0, failures: 3, events: 3 } })
  receiver.answer = withStatus(500)
  const endpoint = await addEndpoint()
  await createMatters(3)
  const record = () => api.call<{ data: WebhookEndpoint }>('GET', `/webhooks/${endpoint.id}`)
  await expect.poll(async () => (await record()).data).toMatchObject({ is_active: false, failure_count: 3 })
  await createMatters(4)
  await expect.poll(() => statusesOf(endpoint)).toEqual(Array(7).fill('held'))

  receiver.answer = (response) => void response.end('ok')
  receiver.requests.length = 0
  await api.call('PATCH', `/webhooks/${endpoint.id}`, { is_active: true })
  await expect.poll(() => statusesOf(endpoint)).toEqual(Array(7).fill('delivered'))
  expect(new Set(eventsSent())).toEqual(new Set((await deliveriesOf(endpoint)).map(({ event_id }) => event_id)))
  expect(eventsSent()).toHaveLength(7)
  expect((await record()).data).toMatchObject({ is_active: true, failure_count: 0 })

  await api.call('PATCH', `/webhooks/${endpoint.id}`, { is_active: false })
  await createMatters(2)
  await api.call('PATCH', `/webhooks/${endpoint.id}`, { is_active: true, held: 'skip' })
  await createMatter()
  await expect
    .poll(() => statusesOf(endpoint))
    .toEqual([...Array(7).fill('delivered'), 'cancelled', 'cancelled', 'delivered'])
  expect(eventsSent()).toHaveLength(8)
})

it('switched off and on again and again under load, sends every event once and never fails a request', async () => {
  await world.start('postgres')
  const { id } = await addEndpoint()
  const load = { isOver: false }
  const loaded = Promise.all(
    [1, 2, 3].map(async () => {
      while (!load.isOver) await createMatter()
    }),
  )
  for (let turn = 0; turn < 10; turn++) await api.call('PATCH', `/webhooks/${id}`, { is_active: turn % 2 === 1 })
  load.isOver = true
  await loaded
  await expect.poll(() => world.statuses()).toEqual(new Set(['delivered']))
  expect(eventsSent().toSorted()).toEqual((await world.deliveries()).map(({ event_id }) => event_id).toSorted())
})

it('sends a failed delivery again with a whole schedule before it, whoever names it by its id or by an attempt', async () => {
  await world.start('postgres', { schedule: [0, 0.02] })
  receiver.answer = withStatus(500)
  const endpoint = await addEndpoint()
  await createMatter()
  await expect.poll(() => statusesOf(endpoint)).toEqual(['failed'])
  const [failed] = await deliveriesOf(endpoint, '&status=failed')
  const retry = (ref: string | number | undefined) =>
    api.call('POST', `/webhooks/${endpoint.id}/deliveries/${ref}/retry`)
  await retry(failed?.id)
  await expect.poll(() => deliveriesOf(endpoint)).toMatchObject([{ status: 'failed', attempt_count: 4 }])
  receiver.answer = (response) => void response.end('ok')
  await retry(failed?.attempts[1]?.delivery_id)
  await expect.poll(() => statusesOf(endpoint)).toEqual(['delivered'])
  expect(receiver.requests.map(({ json }) => json['attempt'])).toEqual([1, 2, 3, 4, 5])
  expect(new Set(eventsSent()).size).toBe(1)
  const [delivery] = await deliveriesOf(endpoint)
  expect(delivery?.attempts.map(({ delivery_id, status_code }) => [delivery_id, status_code])).toEqual(
    receiver.requests.map(({ json }, index) => [json['delivery_id'], index < 4 ? 500 : 200]),
  )
})

it('replays a span of time: what failed, or everything, every event once', async () => {
  await world.start('postgres', { schedule: [0] })
  const endpoint = await addEndpoint()
  await createMatters(3)
  await expect.poll(() => statusesOf(endpoint)).toEqual(Array(3).fill('delivered'))
  receiver.answer = withStatus(500)
  await createMatters(4)
  await expect.poll(async () => (await deliveriesOf(endpoint, '&status=failed')).length).toBe(4)
  const failed = await deliveriesOf(endpoint, '&status=failed')
  receiver.answer = (response) => void response.end('ok')
  receiver.requests.length = 0

  const all = await deliveriesOf(endpoint)
  const span = { from: all.at(-1)?.created_at, to: all[0]?.created_at }
  const replay = async (status?: string) =>
    (await api.call<{ data: Replay }>('POST', `/webhooks/${endpoint.id}/replay`, { ...span, status })).data.count
  expect(await replay()).toBe(4)
  await expect.poll(() => statusesOf(endpoint)).toEqual(Array(7).fill('delivered'))
  expect(eventsSent().toSorted()).toEqual(failed.map(({ event_id }) => event_id).toSorted())
  receiver.requests.length = 0
  expect(await replay('all')).toBe(7)
  await expect.poll(() => receiver.requests.length).toBe(7)
  await expect.poll(() => statusesOf(endpoint)).toEqual(Array(7).fill('delivered'))
  expect(eventsSent().toSorted()).toEqual(all.map(({ event_id }) => event_id).toSorted())
})

it('a worker killed in the middle of a replay loses nothing of it and repeats nothing', async () => {
  const endpoint = await addEndpoint()
  const count = 510
  await world.record(Array.from({ length: count }, (_, n) => `{"id":${n}}`))
  await world.db.run`UPDATE webhook_deliveries SET status = 'delivered', next_attempt_at = NULL`
  const span = { from: '2020-01-01T00:00:00Z', to: '2999-01-01T00:00:00Z', status: 'all' }
  const { data } = await api.call<{ data: Replay }>('POST', `/webhooks/${endpoint.id}/replay`, span)
  expect(data.count).toBe(count)

  // Somebody else holds a row of the second batch, which begins behind 500: the worker is killed waiting there.
  const blocker = await world.db.pool.connect()
  await blocker.query('BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0')
  await blocker.query(
    'SELECT FROM webhook_deliveries WHERE id = (SELECT min(id) + 505 FROM webhook_deliveries) FOR UPDATE',
  )
  const { url, prefix } = world
  const victim = await spawnWorker({ url, prefix, key: encryptionKey, redisUrl: null, settings: quick })
  processes.push(victim)
  const replay = () => world.db.webhookReplay.findFirstOrThrow()
  await expect.poll(async () => (await replay()).last_id).toBeGreaterThan(0n)
  await victim.kill('SIGKILL')
  expect((await replay()).finished_at).toBeNull()
  await blocker.query('ROLLBACK')
  blocker.release()
  await world.start('postgres')

  await expect.poll(async () => (await replay()).finished_at).not.toBeNull()
  const open = () => world.db.webhookDelivery.count({ where: { status: { not: 'delivered' } } })
  await expect.poll(open, { interval: 100 }).toBe(0)
  const [tally] = await world.db.rows({ deliveries: int, successes: int })`
    SELECT count(DISTINCT webhook_delivery_id)::int AS deliveries, count(*)::int AS successes
    FROM webhook_attempts WHERE outcome = 'success'`
  expect(tally).toEqual({ deliveries: count, successes: count })
  expect(new Set(eventsSent()).size).toBe(count)
})

describe.each(backendNames)('with the queues on %s', (name) => {
  it('no secret stands in a table, in the queue or in what the programs print, and no record in the latter two', async () => {
    const worker =
      name === 'postgres'
        ? await spawnMain({ DATABASE_URL: world.url, ENCRYPTION_KEY: encryptionKey, WEBHOOK_ALLOW_PRIVATE: 'true' })
        : undefined
    if (worker) processes.push(worker)
    else await world.start(name)
    let printed = ''
    worker?.process.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
    worker?.process.stderr?.on('data', (chunk: Buffer) => (printed += chunk.toString()))

    const headers = { 'idempotency-key': `once-${name}` }
    const body = { url: receiver.url, events: ['matter.created'] }
    const endpoint = await api.call<CreatedWebhookEndpoint>('POST', '/webhooks', body, headers)
    expect(await api.call('POST', '/webhooks', body, headers)).toEqual(endpoint)
    const rotated = await api.call<RotatedSecret>(
      'POST',
      `/webhooks/${endpoint.id}/rotate-secret`,
      {},
      { 'idempotency-key': `twice-${name}` },
    )
    receiver.answer = (response) =>
      receiver.requests.length === 1
        ? withStatus(500)(response)
        : receiver.requests.length > 5
          ? response.end()
          : undefined
    await createMatters(10)
    await api.call('POST', `/webhooks/${endpoint.id}/test`)
    await expect.poll(() => receiver.requests.length).toBeGreaterThanOrEqual(5)

    const texts = [api.output(), printed, await tableTexts(), ...(name === 'redis' ? [await redisTexts()] : [])]
    // What was looked through does hold what it should: the search is not in vain.
    expect(texts[2]).toContain(receiver.url)
    if (name === 'redis') expect(texts.at(-1)).toContain('leaseId')
    for (const secret of [endpoint.secret, rotated.secret])
      for (const form of [
        secret.slice('whsec_'.length),
        Buffer.from(secret).toString('hex'),
        Buffer.from(secret).toString('base64'),
      ])
        for (const text of texts) expect(text.includes(form)).toBe(false)
    // What is in the records stays in PostgreSQL.
    expect(texts[2]).toContain(title)
    for (const text of texts.toSpliced(2, 1)) expect(text).not.toContain(title)
  })
})

/** Every row of every table, of all schemas, as text. */
async function tableTexts(): Promise<string> {
  const tables = await world.db.rows({ name: text })`
    SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
    WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`
  const texts = await Promise.all(
    tables.map(({ name }) =>
      world.db.pool.query<{ text: string | null }>(`SELECT string_agg(t::text, E'\n') AS text FROM ${name} AS t`),
    ),
  )
  return texts.map(({ rows }) => rows[0]?.text ?? '').join('\n')
}

/** Every value of this world's keys. */
async function redisTexts(): Promise<string> {
  const client = new Redis(redisUrl)
  const texts = await Promise.all(
    (await client.keys(`${world.prefix}*`)).map(async (key) =>
      (await client.type(key)) === 'hash'
        ? JSON.stringify(await client.hgetall(key))
        : String(await client.dumpBuffer(key)),
    ),
  )
  client.disconnect()
  return texts.join('\n')
}
