import { randomBytes } from 'node:crypto'
import { bigint, createDb, createSealer, int, text } from '@matterbase/db'
import { rewrapSecrets, settleHeld, write } from '@matterbase/domain'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { releaseHeld, replayBatch } from '../src/deliveries/sweeps.ts'
import { forgetPreviousSecrets, prune } from '../src/housekeeping/prune.ts'
import { startReceiver } from './support/receiver.ts'
import { createWorld, encryptionKey, sealer } from './support/world.ts'
import type { World } from './support/world.ts'

let world: World

beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.close())

const options = { keepDays: 30, batch: 1_000 }
const counts = async () => {
  const { db } = world
  return {
    attempts: await db.webhookAttempt.count(),
    deliveries: await db.webhookDelivery.count(),
    events: await db.event.count(),
    replays: await db.webhookReplay.count(),
    keys: await db.idempotencyKey.count(),
  }
}

/** A delivery of an event that happened so many days ago, with an attempt then if it had one. */
async function deliver(days: number, status: string, attempt: number | null = days): Promise<void> {
  await world.record(['{"id":1}'])
  const { db } = world
  await db.run`
    UPDATE webhook_deliveries SET status = ${status}, created_at = now() - ${days}::int * interval '1 day'
    WHERE id = (SELECT max(id) FROM webhook_deliveries)`
  await db.run`
    UPDATE events SET created_at = delivery.created_at FROM webhook_deliveries AS delivery
    WHERE delivery.event_id = events.id AND delivery.id = (SELECT max(id) FROM webhook_deliveries)`
  if (attempt !== null)
    await db.run`
      INSERT INTO webhook_attempts (workspace_id, webhook_delivery_id, attempt, started_at)
      SELECT workspace_id, id, 1, now() - ${attempt}::int * interval '1 day' FROM webhook_deliveries ORDER BY id DESC LIMIT 1`
}

describe('what is too old', () => {
  it('is deleted: attempts, deliveries that are over or held, their events, replays and idempotency keys', async () => {
    await world.addEndpoint('http://127.0.0.1:9')
    for (const status of ['delivered', 'failed', 'blocked', 'cancelled']) await deliver(31, status)
    await deliver(31, 'held', null)
    await deliver(29, 'delivered')
    await deliver(29, 'held', null)
    await world.db.run`
      INSERT INTO webhook_replays (workspace_id, endpoint_id, from_time, to_time, status, created_at, finished_at)
      SELECT ${world.workspaceId}, 1, now(), now(), 'all', now(), now() - days * interval '1 day' FROM unnest(ARRAY[31, 29, NULL]) AS days`
    await world.db.run`
      INSERT INTO idempotency_keys (workspace_id, api_key_id, key, fingerprint, status, answer, created_at)
      SELECT ${world.workspaceId}, 1, hours::text, '', 200, '', now() - hours * interval '1 hour' FROM unnest(ARRAY[23, 25]) AS hours`
    expect(await prune(world.db, options)).toEqual({
      webhook_attempts: 4,
      webhook_deliveries: 5,
      events: 5,
      webhook_replays: 1,
      idempotency_keys: 1,
      unsent_mails: 0,
      mail_texts: 0,
    })
    expect(await counts()).toEqual({ attempts: 1, deliveries: 2, events: 2, replays: 2, keys: 1 })
  })

  it('is kept while it is on its way or was sent anew not long ago, and so is its event', async () => {
    await world.addEndpoint('http://127.0.0.1:9')
    await deliver(31, 'pending')
    await deliver(31, 'sending')
    await deliver(31, 'delivered', 3)
    await prune(world.db, options)
    expect(await counts()).toMatchObject({ attempts: 1, deliveries: 3, events: 3 })
  })

  it('goes with the last of its deliveries, and without any when nobody subscribed', async () => {
    await world.record(['{"id":1}'])
    await world.db.run`UPDATE events SET created_at = now() - interval '31 days'`
    await world.addEndpoint('http://127.0.0.1:9/a')
    await world.addEndpoint('http://127.0.0.1:9/b')
    await deliver(31, 'delivered')
    await world.db.run`UPDATE webhook_deliveries SET created_at = (SELECT min(created_at) FROM webhook_deliveries)`
    expect(await prune(world.db, options)).toMatchObject({ webhook_deliveries: 1, events: 1 })
    expect(await counts()).toMatchObject({ deliveries: 1, events: 1 })
    await world.db.run`UPDATE webhook_deliveries SET status = 'failed'`
    expect(await prune(world.db, options)).toMatchObject({ webhook_deliveries: 1, events: 1 })
  })

  it('is deleted in batches, by one worker at a time, past rows that somebody works with', async () => {
    await world.addEndpoint('http://127.0.0.1:9')
    await world.record(Array.from({ length: 45 }, (_, n) => `{"id":${n}}`))
    await world.db.run`UPDATE webhook_deliveries SET status = 'delivered', created_at = now() - interval '40 days'`
    const batches = await Promise.all([1, 2, 3].map(() => prune(world.db, { keepDays: 30, batch: 10 })))
    const left = await world.db.webhookDelivery.count()
    expect(left).toBe(45 - batches.reduce((sum, batch) => sum + (batch['webhook_deliveries'] ?? 0), 0))
    expect(left).toBeGreaterThan(0)
    const busy = await world.db.pool.connect()
    try {
      await busy.query(
        'BEGIN; SELECT FROM webhook_deliveries WHERE id = (SELECT min(id) FROM webhook_deliveries) FOR UPDATE',
      )
      await prune(world.db, options)
    } finally {
      await busy.query('ROLLBACK')
      busy.release()
    }
    expect(await world.db.webhookDelivery.count()).toBe(1)
  })

  it('is found through the indexes by age, in tables that hold nothing old too', async () => {
    await world.addEndpoint('http://127.0.0.1:9')
    await world.db.run`
      INSERT INTO webhook_deliveries (workspace_id, endpoint_id, event_id, kind, status, created_at)
      SELECT ${world.workspaceId}, 1, gen_random_uuid(), 'matter.created', 'delivered', now() - n * interval '1 minute' FROM generate_series(1, 20000) AS n`
    await world.db.run`ANALYZE webhook_deliveries`
    // On one connection, so that its counts are those of what was done.
    const db = createDb({ url: world.url, poolSize: 1 })
    const rowsReadWhile = async (work: () => Promise<unknown>) => {
      const read = async () => {
        await db.run`SELECT pg_stat_force_next_flush()`
        const [row] = await db.rows({ count: bigint })`
          SELECT seq_tup_read AS count FROM pg_stat_user_tables WHERE relname = 'webhook_deliveries'`
        return Number(row?.count)
      }
      const before = await read()
      await work()
      return (await read()) - before
    }
    expect(await rowsReadWhile(() => db.run`SELECT max(kind) FROM webhook_deliveries`)).toBe(20_000)
    expect(await rowsReadWhile(() => prune(db, options))).toBe(0)
    await db.$disconnect()
  })
})

it('a worker deletes what is too old by itself, and forgets secrets whose overlap is over', async () => {
  const endpoint = await world.addEndpoint('http://127.0.0.1:9')
  await deliver(31, 'delivered')
  await world.db
    .run`UPDATE webhook_endpoints SET previous_secret = ''::bytea, previous_secret_expires_at = now() + interval '1 hour'`
  expect(await forgetPreviousSecrets(world.db)).toBe(0)
  await world.db
    .run`UPDATE webhook_endpoints SET previous_secret = secret, previous_secret_expires_at = now() - interval '1 s'`
  await world.start('postgres', { pruneMs: 50 })
  await expect.poll(counts).toMatchObject({ attempts: 0, deliveries: 0, events: 0 })
  await expect
    .poll(() => world.endpoint(endpoint))
    .toMatchObject({ previous_secret: null, previous_secret_expires_at: null })
})

describe('held deliveries', () => {
  const decide = (which: 'resume_held_until' | 'skip_held_until', isActive = true) =>
    world.db.webhookEndpoint.updateMany({ data: { is_active: isActive, [which]: new Date(Date.now() + 60_000) } })
  const statuses = () => world.statuses()

  it('are sent after the endpoint was switched on, those too that do not fit in one batch', async () => {
    const receiver = await startReceiver()
    await world.addEndpoint(receiver.url, { isActive: false })
    await world.record(Array.from({ length: 1_010 }, (_, n) => `{"id":${n}}`))
    await decide('resume_held_until')
    expect(await releaseHeld(world.db)).toBe(true)
    const first = world.db
      .run`UPDATE webhook_deliveries SET status = 'delivered', next_attempt_at = NULL WHERE status = 'pending'`
    expect(await first).toBe(1_000)
    await world.start('postgres')
    await expect.poll(statuses).toEqual(new Set(['delivered']))
    expect(receiver.requests).toHaveLength(10)
    await receiver.close()
  })

  it('are cancelled when they were to be skipped, also when the endpoint was switched off again meanwhile', async () => {
    const endpoint = await world.addEndpoint('http://127.0.0.1:9', { isActive: false })
    await world.record(['{"id":1}', '{"id":2}', '{"id":3}'])
    await decide('skip_held_until', false)
    const settle = () =>
      write(world.db, world.workspaceId, async ({ sql, workspaceId }) => ({
        count: await settleHeld(sql, { workspaceId, endpointId: endpoint.id }, 2),
      }))
    expect(await settle()).toEqual({ count: 2 })
    expect((await world.endpoint(endpoint)).skip_held_until).not.toBeNull()
    expect(await settle()).toEqual({ count: 1 })
    expect(await statuses()).toEqual(new Set(['cancelled']))
    expect(await world.endpoint(endpoint)).toMatchObject({ skip_held_until: null })
    expect(await releaseHeld(world.db)).toBe(false)
  })

  it('stay held while the endpoint is switched off, whatever was decided before', async () => {
    await world.addEndpoint('http://127.0.0.1:9', { isActive: false })
    await world.record(['{"id":1}'])
    await decide('resume_held_until', false)
    expect(await releaseHeld(world.db)).toBe(false)
    expect(await statuses()).toEqual(new Set(['held']))
  })
})

it('two workers carry one replay out once, and one of a deleted endpoint comes to nothing', async () => {
  const { id } = await world.addEndpoint('http://127.0.0.1:9')
  await world.record(Array.from({ length: 700 }, (_, n) => `{"id":${n}}`))
  await world.db.run`UPDATE webhook_deliveries SET status = 'failed', attempt_count = 10`
  const order = () =>
    world.db.run`
      INSERT INTO webhook_replays (workspace_id, endpoint_id, from_time, to_time, status, created_at)
      VALUES (${world.workspaceId}, ${id}, '-infinity', 'infinity', 'failed', now())`
  await order()
  expect(await Promise.all([replayBatch(world.db), replayBatch(world.db)])).toContain(true)
  while (await replayBatch(world.db));
  const rows = await world.db.rows({
    status: text,
    schedule_start: int,
  })`SELECT DISTINCT status, schedule_start FROM webhook_deliveries`
  expect(rows).toEqual([{ status: 'pending', schedule_start: 10 }])

  await world.db.run`UPDATE webhook_deliveries SET status = 'failed'`
  await world.db.run`UPDATE webhook_endpoints SET deleted_at = now()`
  await order()
  expect([await replayBatch(world.db), await replayBatch(world.db)]).toEqual([true, false])
  expect(await world.statuses()).toEqual(new Set(['failed']))
})

describe('secrets', () => {
  it('are sealed with the first key once a worker has started with a new one before the old', async () => {
    const next = createSealer(randomBytes(32).toString('base64'))
    const nextKey = randomBytes(32).toString('base64')
    const both = createSealer(`${nextKey},${encryptionKey}`)
    const endpoints = [await world.addEndpoint('http://127.0.0.1:9/a'), await world.addEndpoint('http://127.0.0.1:9/b')]
    const place = (id: number) => `webhook_endpoints/${world.workspaceId}/${id}`
    const [first] = endpoints
    const previous = sealer.seal('whsec_old', `${place(first?.id ?? 0)}/previous`)
    await world.db.run`UPDATE webhook_endpoints SET previous_secret = ${previous} WHERE id = ${first?.id ?? null}`

    expect(await rewrapSecrets(world.db, both)).toEqual({ count: 3, unreadable: [] })
    expect(await rewrapSecrets(world.db, both)).toEqual({ count: 0, unreadable: [] })
    const alone = createSealer(nextKey)
    for (const endpoint of endpoints) {
      const row = await world.endpoint(endpoint)
      expect(alone.open(row.secret, place(endpoint.id))).toBe(endpoint.secret)
      if (row.previous_secret)
        expect(alone.open(row.previous_secret, `${place(endpoint.id)}/previous`)).toBe('whsec_old')
    }
    // A key that is in none of the lists: nothing is lost, and the rest goes on.
    const { count, unreadable } = await rewrapSecrets(world.db, next)
    expect([count, unreadable.length]).toEqual([0, 3])
    expect(
      alone.open((await world.endpoint(endpoints[0] ?? { id: 0, secret: '' })).secret, place(first?.id ?? 0)),
    ).toBe(first?.secret)
  })
})
