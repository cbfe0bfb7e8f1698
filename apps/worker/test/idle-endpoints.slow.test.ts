import { bigint, createDb } from '@matterbase/db'
import type { Db } from '@matterbase/db'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { holdDeliveries, releaseHeld } from '../src/deliveries/sweeps.ts'
import { forgetPreviousSecrets } from '../src/housekeeping/prune.ts'
import { claim } from '../src/relay/claim.ts'
import { isAnythingDue, start } from '../src/relay/find-due.ts'
import { keyedAccess } from '../src/runtime/database-url.ts'
import { createWorld, quick } from './support/world.ts'
import type { World } from './support/world.ts'

let world: World
/** One connection, whose plans stay, and whose counts are those of what was done on it. */
let db: Db

beforeAll(async () => {
  world = await createWorld()
  db = createDb({ url: keyedAccess(world.url), poolSize: 1 })
  for (const table of ['webhook_endpoints', 'webhook_deliveries'])
    await db.pool.query(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`)
})
afterAll(async () => {
  await db.$disconnect()
  await world.close()
})

/** Everything that a worker asks again and again. */
async function askAll(): Promise<void> {
  await isAnythingDue(db)
  await claim(db, quick, start)
  await holdDeliveries(db, 1_000)
  await releaseHeld(db)
  await forgetPreviousSecrets(db)
}

/** Rows of the endpoints and deliveries that were read, by whatever plan. */
async function rowsRead(): Promise<number> {
  await db.run`SELECT pg_stat_force_next_flush()`
  const [row] = await db.rows({ count: bigint })`
    SELECT sum(seq_tup_read + idx_tup_fetch)::bigint AS count FROM pg_stat_user_tables
    WHERE relname IN ('webhook_endpoints', 'webhook_deliveries')`
  return Number(row?.count)
}

const idle = 3_000

/** Endpoints, each with a delivery that was made long ago. */
const addIdle = () => db.run`
  WITH endpoint AS (
    INSERT INTO webhook_endpoints (workspace_id, url, events, secret, created_at)
    SELECT ${world.workspaceId}, 'http://127.0.0.1:9/' || n, '{matter.created}', '', now() FROM generate_series(1, ${idle}::int) AS n
    RETURNING workspace_id, id
  )
  INSERT INTO webhook_deliveries (workspace_id, endpoint_id, event_id, kind, status, created_at)
  SELECT workspace_id, id, gen_random_uuid(), 'matter.created', 'delivered', now() FROM endpoint`

describe('endpoints for which nothing waits', () => {
  it('are not looked at, by plans from before there were so many, nor by those that follow, analysed or not', async () => {
    // Until PostgreSQL has made the plans that stay.
    for (let n = 0; n < 10; n++) await askAll()
    await addIdle()
    for (const prepare of ['SELECT', 'DISCARD PLANS', 'ANALYZE webhook_endpoints, webhook_deliveries']) {
      await db.pool.query(prepare)
      const before = await rowsRead()
      await askAll()
      expect(await rowsRead()).toBe(before)
    }
  })

  it('cost nothing either while others wait for later', async () => {
    await db.run`
      UPDATE webhook_deliveries SET status = 'pending', next_attempt_at = now() + interval '1 hour'
      WHERE endpoint_id % 1000 = 0`
    expect(await isAnythingDue(db)).toBe(false)
    const before = await rowsRead()
    await isAnythingDue(db)
    expect((await rowsRead()) - before).toBe(1)
    await askAll()
    expect((await rowsRead()) - before).toBeLessThan(50)
  })
})

describe('endpoints of which something is due', () => {
  it('are all found, page after page, and no others', async () => {
    // Of each ten: three due, of which one is closed and one has an open circuit, and three later.
    await db.run`
      UPDATE webhook_deliveries SET status = 'pending', next_attempt_at = now() + sign(endpoint_id % 10 - 2.5)::int * interval '1 hour'
      WHERE endpoint_id % 10 < 6`
    await db.run`UPDATE webhook_endpoints SET is_active = false WHERE id % 10 = 1`
    await db.run`UPDATE webhook_endpoints SET circuit_level = 1, circuit_open_until = now() + interval '1 hour' WHERE id % 10 = 2`
    expect(await isAnythingDue(db)).toBe(true)
    const settings = { ...quick, concurrency: 10 * idle }
    let claimed = await claim(db, settings, start)
    const found = [...(claimed?.jobs ?? [])]
    while (claimed?.isFull) {
      expect(claimed.jobs.length).toBeLessThanOrEqual(200)
      claimed = await claim(db, settings, claimed.cursor)
      found.push(...(claimed?.jobs ?? []))
    }
    const rows = await db.rows({ rest: bigint, count: bigint })`
      SELECT endpoint_id % 10 AS rest, count(*) FROM webhook_deliveries WHERE status = 'queued' GROUP BY 1`
    expect(rows).toEqual([{ rest: 0n, count: BigInt(idle / 10) }])
    expect(found).toHaveLength(idle / 10)
    expect(await holdDeliveries(db, idle)).toBe(idle / 10)
  })
})
