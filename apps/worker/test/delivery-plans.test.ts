import { bool, createDb, transaction } from '@matterbase/db'
import type { Db, DbOptions } from '@matterbase/db'
import { settleHeld } from '@matterbase/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  expireLeases,
  hasStaleJobs,
  holdDeliveries,
  recoverDeadWorkers,
  recoverUnknown,
  returnAllJobs,
} from '../src/deliveries/sweeps.ts'
import { beginJobs, claimDeliveries, returnJobs } from '../src/deliveries/transitions.ts'
import type { Attempt } from '../src/deliveries/attempts.ts'
import { isAnythingDue } from '../src/relay/find-due.ts'
import { keyedAccess } from '../src/runtime/database-url.ts'
import { finish } from '../src/send/finish.ts'
import { createWorld, quick } from './support/world.ts'
import type { World } from './support/world.ts'

// A plan stays for the life of a connection, so the plan for all values decides what a worker reads.

type Inspect = NonNullable<DbOptions['inspect']>
type Statement = Parameters<Inspect>[0]

let world: World
let db: Db
let statements: Statement[] = []

beforeAll(async () => {
  world = await createWorld()
  const inspect: Inspect = (statement) => {
    statements.push(statement)
    return () => undefined
  }
  db = createDb({ url: keyedAccess(world.url), poolSize: 1, inspect })
  await db.pool.query('SET plan_cache_mode = force_generic_plan')
  for (const table of ['webhook_endpoints', 'webhook_deliveries'])
    await db.pool.query(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`)
})
afterAll(async () => {
  await db.$disconnect()
  await world.close()
})

/** 200 endpoints with 20,000 deliveries: 2% pending, 0.6% in flight, nearly all others delivered. */
const addDeliveries = () => world.db.run`
  WITH endpoint AS (
    INSERT INTO webhook_endpoints (workspace_id, url, events, secret, created_at)
    SELECT ${world.workspaceId}, 'http://127.0.0.1:9/' || n, '{matter.created}', '', now() FROM generate_series(1, 200) AS n
    RETURNING workspace_id, id
  )
  INSERT INTO webhook_deliveries (workspace_id, endpoint_id, event_id, kind, status, created_at, next_attempt_at, lease_id, lease_until)
  SELECT endpoint.workspace_id, endpoint.id, gen_random_uuid(), CASE WHEN n % 5000 = 1 THEN 'ping.test' ELSE 'matter.created' END,
         CASE WHEN n % 50 = 1 THEN 'pending' WHEN n % 300 = 2 THEN 'queued' WHEN n % 300 = 3 THEN 'sending' ELSE 'delivered' END,
         now(), CASE WHEN n % 50 = 1 THEN now() + interval '1 hour' END,
         CASE WHEN n % 300 IN (2, 3) THEN gen_random_uuid() END, CASE WHEN n % 300 IN (2, 3) THEN now() + interval '1 hour' END
  FROM generate_series(1, 20000) AS n JOIN endpoint ON endpoint.id % 200 = n % 200`

interface Plan {
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly Plans?: readonly Plan[]
}

/** Indexes of deliveries in the plans of the statements that `ask` sends, and the table itself if one reads all of it. */
async function indexesOf(ask: () => Promise<unknown>): Promise<string[]> {
  statements = []
  await db.pool.query('BEGIN')
  await ask()
  await db.pool.query('ROLLBACK')
  const found = new Set<string>()
  const collect = (node: Plan): void => {
    const index = node['Index Name']
    if (index?.startsWith('webhook_deliveries')) found.add(index)
    node.Plans?.forEach(collect)
  }
  for (const { text, values } of statements.filter(({ text }) => text.includes('webhook_deliveries'))) {
    await db.pool.query(`PREPARE explained AS ${text}`)
    const nulls = values.length > 0 ? `(${values.map(() => 'NULL').join(', ')})` : ''
    const { rows } = await db.pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `EXPLAIN (FORMAT JSON) EXECUTE explained ${nulls}`,
    )
    rows.forEach((row) => row['QUERY PLAN'].forEach((each) => collect(each.Plan)))
    await db.pool.query('DEALLOCATE explained')
  }
  return [...found].map((name) => name.replace('webhook_deliveries_', '')).toSorted()
}

const job = { workspaceId: 0, deliveryId: '0', leaseId: '00000000-0000-7000-8000-000000000000' }
const me = { ...quick, worker: 7 }
const attempt: Attempt = {
  workspace_id: 0,
  account: job.leaseId,
  id: '0',
  delivery_id: job.leaseId,
  endpoint_id: '0',
  event_id: job.leaseId,
  kind: 'matter.created',
  attempt: 1,
  step: 1,
  started_at: 0,
  created_at: 0,
  environment: 'live',
  url: '',
  secret: '',
  previous_secret: null,
  data: '{}',
  previous: null,
  traceparent: null,
}
const finished = {
  attempt,
  result: {
    outcome: 'success',
    statusCode: 200,
    headers: null,
    body: '',
    error: null,
    retryAfterMs: null,
    durationMs: 1,
  },
  verdict: { status: 'delivered', waitMs: 0, isGone: false },
  beginsNext: true,
} as const

const byKey = [
  ['claim', () => transaction(db, (sql) => claimDeliveries(sql, me, [job])), ['pkey']],
  ['return of jobs', () => returnJobs(db, [job]), ['pkey']],
  ['begin', () => beginJobs(db, [job], me), ['pkey']],
  ['finish, with the next delivery', () => finish(db, [finished], me), ['pending_idx', 'pkey', 'test_idx']],
] as const

const sweeps = [
  ['look for due deliveries', () => isAnythingDue(db), ['due_idx']],
  ['look for stale jobs', () => hasStaleJobs(db, 60_000, 1_000), ['lease_idx']],
  ['end of leases', () => expireLeases(db, 10), ['lease_idx', 'pkey']],
  ['hold', () => holdDeliveries(db, 10), ['pending_idx', 'pkey']],
] as const

/** Either index of deliveries in flight has just these rows. */
const inFlight = [
  ['return of all jobs', () => returnAllJobs(db)],
  ['recovery from dead workers', () => recoverDeadWorkers(db, [1])],
  ['recovery of unknown attempts', () => recoverUnknown(db, 1, new Date(), new Set())],
] as const

describe.each([
  ['when the tables have grown since the last ANALYZE', 'SELECT'],
  ['after ANALYZE', 'ANALYZE webhook_endpoints, webhook_deliveries'],
])('%s', (_when, prepare) => {
  beforeAll(async () => {
    const [row] = await world.db.rows({ isFilled: bool })`SELECT EXISTS (SELECT FROM webhook_deliveries) AS "isFilled"`
    if (!row?.isFilled) await addDeliveries()
    await db.pool.query(prepare)
  })

  it.each(byKey)('the %s finds deliveries by key', async (_name, ask, indexes) => {
    expect(await indexesOf(ask)).toEqual(indexes)
  })

  it.each(sweeps)('the %s reads its index', async (_name, ask, indexes) => {
    expect(await indexesOf(ask)).toEqual(indexes)
  })

  it.each(inFlight)('the %s reads deliveries in flight', async (_name, ask) => {
    const indexes = await indexesOf(ask)
    expect(indexes.filter((name) => name !== 'pkey')).toHaveLength(1)
    expect(['in_flight_idx', 'lease_idx']).toContain(indexes[0])
  })

  it('the cancellation of skipped deliveries reads pending and queued ones of the endpoint', async () => {
    const ask = () => transaction(db, (sql) => settleHeld(sql, { workspaceId: world.workspaceId, endpointId: 1 }, 10))
    expect(await indexesOf(ask)).toEqual(expect.arrayContaining(['in_flight_idx', 'pending_idx']))
  })
})
