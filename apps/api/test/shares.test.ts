import { createDb, int, transaction } from '@matterbase/db'
import { findWorkspace } from '@matterbase/domain'
import type { DbOptions } from '@matterbase/db'
import { createTestDatabase } from '@matterbase/db/testing'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMetrics } from '../src/metrics/metrics.ts'
import { signIn } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api, ApiOptions } from './harness.ts'

const lines: { path: string; status: number }[] = []
const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]) })

let database: Awaited<ReturnType<typeof createTestDatabase>>
let api: Api
const closing: (() => Promise<void>)[] = []

/** An API over the one database, which has a share of connections of its own. */
async function start(options: Omit<DbOptions, 'url'> = {}, more: ApiOptions = {}) {
  const db = createDb({ url: database.url, ...options })
  const started = await startApi({ database: { db, databaseUrl: database.url }, log, ...more })
  closing.push(
    () => started.close(),
    () => db.$disconnect(),
  )
  return started
}

/** Reading a workspace's matters waits in PostgreSQL while somebody holds the lock of the workspace's number. */
const makeHoldable = `
  ALTER TABLE matters RENAME TO all_matters;
  CREATE SEQUENCE reads;
  SELECT nextval('reads');
  CREATE FUNCTION is_free(int) RETURNS boolean LANGUAGE plpgsql VOLATILE COST 100000 AS $$
    BEGIN
      PERFORM pg_advisory_lock_shared($1), pg_advisory_unlock_shared($1), nextval('reads');
      RETURN true;
    END $$;
  CREATE VIEW matters AS SELECT * FROM all_matters WHERE is_free(workspace_id)`

beforeAll(async () => {
  database = await createTestDatabase()
  await database.db.pool.query(makeHoldable)
  // Whoever waits is served, however slow the machine is.
  api = await start({ patienceMs: 150_000 })
})
afterAll(async () => {
  for (const close of closing) await close()
  await database.close()
})

/** A new account with one matter and one client. */
async function practice() {
  const email = await api.account()
  const key = await api.key({ email })
  await api.call('POST', '/matters', { key, body: { title: 'Estate' } })
  const client = await api.call('POST', '/clients', { key, body: { company_name: 'Acme' } })
  return { email, key, clientId: client.body.data.id, workspaceId: await findWorkspace(api.db, email, 'live') }
}

/** Whoever reads matters of the workspace waits while `work` runs. */
async function holding<T>(workspaceId: number, work: () => Promise<T>): Promise<T> {
  const holder = createDb({ url: database.url, poolSize: 1 })
  try {
    return await transaction(holder, async (sql) => {
      await sql.run`SELECT pg_advisory_xact_lock(${workspaceId})`
      return work()
    })
  } finally {
    await holder.$disconnect()
  }
}

async function blocked(workspaceId: number): Promise<number> {
  const [row] = await database.db.rows({ count: int })`
    SELECT count(*)::int AS count FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
    WHERE locktype = 'advisory' AND objid = ${workspaceId} AND NOT granted AND datname = current_database()`
  return row?.count ?? 0
}

const times = <T>(count: number, make: () => T) => Array.from({ length: count }, make)

it('serves others, and single records of the same workspace, while lists of one key wait for the database', async () => {
  const [busy, other] = [await practice(), await practice()]
  const { lists } = await holding(busy.workspaceId, async () => {
    const asked = times(30, () => api.call('GET', '/matters?sort=created_at&offset=0&include=total', { key: busy.key }))
    await expect.poll(() => blocked(busy.workspaceId)).toBe(3)
    expect((await api.call('GET', '/matters', other)).status).toBe(200)
    expect((await api.call('POST', '/matters', { ...other, body: { title: 'More' } })).status).toBe(201)
    expect((await api.call('GET', `/clients/${busy.clientId}`, busy)).status).toBe(200)
    expect((await api.call('GET', '/me', busy)).status).toBe(200)
    return { lists: asked }
  })
  const statuses = (await Promise.all(lists)).map(({ status }) => status)
  expect(statuses).toEqual(times(30, () => 200))
})

it('does the same for what the dashboard reads', async () => {
  const [busy, other] = [await practice(), await practice()]
  const [his, hers] = [await signIn(api, busy), await signIn(api, other)]
  const reads = [
    ['GET', '/live/matters'],
    ['GET', '/live/search?q=Estate'],
    ['GET', '/live/home'],
    ['POST', '/live/matters/export'],
  ] as const
  const { asked } = await holding(busy.workspaceId, async () => {
    const all = times(5, () => reads.map(([method, path]) => his.call(method, path))).flat()
    await expect.poll(() => blocked(busy.workspaceId)).toBe(3)
    for (const [method, path] of reads) expect([path, (await hers.call(method, path)).status]).toEqual([path, 200])
    expect(await blocked(busy.workspaceId)).toBe(3)
    return { asked: all }
  })
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(times(20, () => 200))
})

it('answers 503 overloaded to what would wait too long for its turn', async () => {
  const impatient = await start({ poolSize: 3, patienceMs: 50 })
  const { key, workspaceId } = await practice()
  const { first } = await holding(workspaceId, async () => {
    const running = impatient.call('GET', '/matters', { key })
    await expect.poll(() => blocked(workspaceId)).toBe(1)
    const refused = await impatient.call('GET', '/matters', { key })
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([503, 'overloaded', '2'])
    expect(refused.body.error).toBe('The server is busy, and this request waited too long. Send it again in 2 s.')
    return { first: running }
  })
  expect((await first).status).toBe(200)
})

it('refuses what is too much of one key before anything is done for it, and nobody else', async () => {
  const metrics = createMetrics(api.db)
  const small = await start({}, { loadShedding: { most: 2 }, metrics })
  const [busy, other] = [await practice(), await practice()]
  const { lists } = await holding(busy.workspaceId, async () => {
    const running = times(2, () => small.call('GET', '/matters', busy))
    await expect.poll(() => blocked(busy.workspaceId)).toBe(2)
    const refused = await small.call('GET', '/me', busy)
    expect([refused.status, refused.body.code]).toEqual([503, 'overloaded'])
    expect(refused.body.request_id).toBe(refused.headers.get('x-request-id'))
    expect(['2', '3', '4', '5']).toContain(refused.headers.get('retry-after'))
    expect(refused.headers.get('access-control-allow-origin')).toBe('*')
    expect((await small.call('GET', '/me', other)).status).toBe(200)
    expect((await small.request('GET', '/healthz', busy)).status).toBe(200)
    return { lists: running }
  })
  expect((await Promise.all(lists)).map(({ status }) => status)).toEqual([200, 200])
  expect((await small.call('GET', '/me', busy)).status).toBe(200)
  expect(await metrics.registry.metrics()).toContain(
    'matterbase_http_requests_total{operation="other",method="GET",status="503",code="overloaded"} 1',
  )
})

it('stops a list that takes too long, and says how to ask for less', async () => {
  const hasty = await start({ manyMs: 50 })
  const { key, workspaceId } = await practice()
  await holding(workspaceId, async () => {
    const stopped = await hasty.call('GET', '/matters?offset=199000', { key })
    expect([stopped.status, stopped.body.code, stopped.headers.get('retry-after')]).toEqual([503, 'overloaded', '10'])
    expect(stopped.body.error).toContain('cursor instead of a large offset')
    expect(await blocked(workspaceId)).toBe(0)
  })
  const deep = await api.call('GET', '/matters?offset=199000', { key })
  expect([deep.status, deep.rows]).toEqual([200, []])
})

it('says the same of a statement that PostgreSQL stopped by its own limit', async () => {
  const { key, workspaceId } = await practice()
  const { list } = await holding(workspaceId, async () => {
    const asked = api.call('GET', '/matters', { key })
    await expect.poll(() => blocked(workspaceId)).toBe(1)
    await database.db.run`
      SELECT pg_cancel_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = ${workspaceId} AND NOT granted`
    return { list: await asked }
  })
  expect([list.status, list.body.code]).toEqual([503, 'overloaded'])
})

it('reads nothing for callers who hang up while they wait', async () => {
  const { key, workspaceId } = await practice()
  const readsSoFar = async () =>
    (await database.db.rows({ count: int })`SELECT last_value::int AS count FROM reads`)[0]?.count ?? 0
  const before = await readsSoFar()
  const hangUp = new AbortController()
  const path = `/matters?case_category=gone`
  const { running } = await holding(workspaceId, async () => {
    const asked = times(3, () => api.call('GET', '/matters', { key }))
    await expect.poll(() => blocked(workspaceId)).toBe(3)
    const waiting = times(5, () =>
      fetch(api.baseUrl + path, { headers: { authorization: `Bearer ${key}` }, signal: hangUp.signal }),
    )
    const waits = async () => (await api.call('GET', '/me', { key })).status
    expect(await waits()).toBe(200)
    hangUp.abort()
    await Promise.allSettled(waiting)
    await expect.poll(() => lines.filter(({ status }) => status === 499)).toHaveLength(5)
    return { running: asked }
  })
  await Promise.all(running)
  expect((await api.call('GET', '/matters', { key })).status).toBe(200)
  expect((await readsSoFar()) - before).toBe(4)
})

it('answers those under way and those that wait when their connections are cut', async () => {
  const { key, workspaceId } = await practice()
  const { lists } = await holding(workspaceId, async () => {
    const asked = times(8, () => api.call('GET', '/matters', { key }))
    await expect.poll(() => blocked(workspaceId)).toBe(3)
    await database.db.run`
      SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = ${workspaceId} AND NOT granted`
    return { lists: asked }
  })
  const replies = await Promise.all(lists)
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(5)
  expect(replies.filter(({ body }) => body.code === 'unavailable')).toHaveLength(3)
})
