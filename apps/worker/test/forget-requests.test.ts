import { Prisma } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { recordRequests, shrinkRequestLogs } from '@matterbase/domain'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createWorld } from './support/world.ts'
import type { World } from './support/world.ts'

let world: World

beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.close())

it('forgets the bodies of requests after 7 days and the requests after 30, however many wait', async () => {
  await world.db.$executeRaw`
    INSERT INTO request_logs (workspace_id, request_id, api_key_id, at, method, path, status, duration_ms, request_body)
    SELECT 1, 'r', 1, now() - days * interval '1 day', 'GET', '/me', 200, 1, '{}'
    FROM unnest(ARRAY[1, 6, 8, 29, 31]) AS days CROSS JOIN generate_series(1, 1100)`
  await world.start('postgres', { pruneMs: 20 })
  const left = async () => {
    const [row] = await world.db.$queryRaw<{ rows: number; bodies: number }[]>`
      SELECT count(*)::int AS rows, count(request_body)::int AS bodies FROM request_logs`
    return row
  }
  await expect.poll(left).toEqual({ rows: 4_400, bodies: 2_200 })
})

const usage = async () => {
  const [row] = await world.db.$queryRaw<{ rows: number; bytes: number; in_log: number; in_bodies: number }[]>`
    SELECT rows::int, bytes::int, (SELECT count(*)::int FROM request_logs WHERE workspace_id = usage.workspace_id) AS in_log,
           (SELECT sum(coalesce(octet_length(request_body), 0) + coalesce(octet_length(response_body), 0))::int
            FROM request_logs WHERE workspace_id = usage.workspace_id) AS in_bodies
    FROM storage_usage AS usage WHERE workspace_id = ${world.workspaceId} AND kind = 'request_log'`
  return row
}

const request = (at: number, workspaceId = world.workspaceId) => ({
  workspaceId,
  requestId: String(at),
  keyId: 1,
  at: new Date(),
  method: 'GET',
  path: '/me',
  query: null,
  operation: null,
  status: 200,
  durationMs: 1,
  errorCode: null,
  ip: null,
  userAgent: null,
  requestBody: null,
  responseBody: 'ü'.repeat(50),
})

it('keeps count of what a workspace has in the request log, and takes the oldest when it is too much', async () => {
  const { db, workspaceId } = world
  const other = workspaceId + 1
  await recordRequests(
    db,
    Array.from({ length: 30 }, (_, at) => request(at)),
  )
  await recordRequests(db, [...Array.from({ length: 10 }, (_, at) => request(30 + at)), request(0, other)])
  expect(await usage()).toEqual({ rows: 40, bytes: 4_000, in_log: 40, in_bodies: 4_000 })
  const left = () => db.requestLog.findMany({ where: { workspace_id: workspaceId }, orderBy: { id: 'asc' } })

  expect(await shrinkRequestLogs(db, { rows: 35, bytes: 1e9 }, 1_000)).toBe(5)
  expect((await left())[0]?.request_id).toBe('5')
  expect(await usage()).toEqual({ rows: 35, bytes: 3_500, in_log: 35, in_bodies: 3_500 })

  // By bytes, as many as must go; the one that crosses the line goes too.
  expect(await shrinkRequestLogs(db, { rows: 1e9, bytes: 2_950 }, 1_000)).toBe(6)
  expect((await left())[0]?.request_id).toBe('11')
  expect(await usage()).toMatchObject({ rows: 29, bytes: 2_900 })

  // At most a batch at once.
  expect(await shrinkRequestLogs(db, { rows: 0, bytes: 0 }, 10)).toBe(11)
  expect(await usage()).toMatchObject({ rows: 19, in_log: 19 })
  expect(await db.requestLog.count({ where: { workspace_id: other } })).toBe(0)
  expect(await shrinkRequestLogs(db, { rows: 19, bytes: 1e9 }, 10)).toBe(0)
})

it('counts on while requests are forgotten by age, and the worker goes on until a log is small enough', async () => {
  const { db, workspaceId } = world
  await recordRequests(
    db,
    Array.from({ length: 2_500 }, (_, at) => request(at)),
  )
  await db.$executeRaw`UPDATE request_logs SET at = now() - interval '31 days' WHERE request_id::int < 100`
  await db.$executeRaw`UPDATE request_logs SET at = now() - interval '8 days' WHERE request_id::int BETWEEN 100 AND 199`
  // As if there were a million and more before them.
  await db.$executeRaw`UPDATE storage_usage SET rows = rows + 1000000 - 1000 WHERE workspace_id = ${workspaceId}`
  await world.start('postgres', { pruneMs: 20 })
  await expect.poll(usage).toEqual({ rows: 1_000_000, bytes: 100_000, in_log: 1_000, in_bodies: 100_000 })
})

it('reads no other workspace and no more than a batch to find what is too much', async () => {
  const { db } = world
  const text: string[] = []
  await recordRequests(
    db,
    Array.from({ length: 50 }, (_, at) => request(at)),
  )
  const recording: Sql = {
    ...db,
    rows:
      (columns) =>
      async (query, ...values) => {
        const statement = query instanceof Prisma.Sql ? query : Prisma.sql(query, ...values)
        const client = await db.pool.connect()
        try {
          await client.query(`SET enable_seqscan = off`)
          const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${statement.text}`, statement.values)
          text.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
        } finally {
          client.release(true)
        }
        return db.rows(columns)(statement)
      },
  }
  await shrinkRequestLogs(recording, { rows: 10, bytes: 1e9 }, 1_000)
  const [, plan = ''] = text
  expect(plan).toContain('Index Scan using request_logs_pkey on request_logs')
  expect(plan).toContain('Index Cond: ((workspace_id = old.workspace_id) AND (id = old.id)')
  expect(plan).not.toContain('Seq Scan on request_logs')
})
