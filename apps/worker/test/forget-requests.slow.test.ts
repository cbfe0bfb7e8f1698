import { recordRequests } from '@matterbase/domain/testing'
import { waitPastMidnight } from '@matterbase/config/testing'
import { Prisma, int, orNull, text, transaction } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { dropOldDay, forgetRequests, shrinkRequestLogs, usesOfKey } from '@matterbase/domain'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { maintainPartitions } from '../src/housekeeping/forget-requests.ts'
import { createWorld } from './support/world.ts'
import type { World } from './support/world.ts'

let world: World

beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.close())

it('forgets the bodies of requests after 7 days and the requests after 30, however many wait', async () => {
  await world.db.run`
    INSERT INTO request_logs (workspace_id, request_id, api_key_id, at, method, path, status, duration_ms, request_body)
    SELECT 1, 'r', 1, now() - days * interval '1 day', 'GET', '/me', 200, 1, '{}'
    FROM (VALUES (1, 1), (6, 1), (8, 510), (29, 510), (31, 1010)) AS old (days, count), generate_series(1, count)`
  await world.start('postgres', { pruneMs: 100 })
  const left = async () => {
    const [row] = await world.db.rows({ rows: int, bodies: int })`
      SELECT count(*)::int AS rows, count(request_body)::int AS bodies FROM request_logs`
    return row
  }
  await expect.poll(left).toEqual({ rows: 1_022, bodies: 2 })
})

const usage = async () => {
  const [row] = await world.db.rows({ rows: int, bytes: int, in_log: int, in_bodies: orNull(int) })`
    SELECT rows::int, bytes::int, (SELECT count(*)::int FROM request_logs WHERE workspace_id = usage.workspace_id) AS in_log,
           (SELECT sum(coalesce(octet_length(request_body), 0) + coalesce(octet_length(response_body), 0))::int
            FROM request_logs WHERE workspace_id = usage.workspace_id) AS in_bodies
    FROM storage_usage AS usage WHERE workspace_id = ${world.workspaceId} AND kind = 'request_log'`
  return row
}

const request = (at: number, workspaceId = world.workspaceId, daysAgo = 0) => ({
  workspaceId,
  requestId: String(at),
  keyId: 1,
  at: new Date(Date.now() - daysAgo * 86_400_000),
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
  await db.run`UPDATE request_logs SET at = now() - interval '31 days' WHERE request_id::int < 100`
  await db.run`UPDATE request_logs SET at = now() - interval '8 days' WHERE request_id::int BETWEEN 100 AND 199`
  // As if there were a million and more before them.
  await db.run`UPDATE storage_usage SET rows = rows + 1000000 - 1000 WHERE workspace_id = ${workspaceId}`
  await world.start('postgres', { pruneMs: 100 })
  await expect.poll(usage).toEqual({ rows: 1_000_000, bytes: 100_000, in_log: 1_000, in_bodies: 100_000 })
})

/** How PostgreSQL would carry out what is asked, one plan for each statement. */
async function plansOf(ask: (sql: Sql) => Promise<unknown>): Promise<string[]> {
  const { db } = world
  const plans: string[] = []
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
          plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
        } finally {
          client.release(true)
        }
        return db.rows(columns)(statement)
      },
  }
  await ask(recording)
  return plans
}

it('reads no other workspace and no more than a batch to find what is too much', async () => {
  await recordRequests(
    world.db,
    Array.from({ length: 50 }, (_, at) => request(at)),
  )
  const [, plan = ''] = await plansOf((sql) => shrinkRequestLogs(sql, { rows: 10, bytes: 1e9 }, 1_000))
  // In the order of each partition's index.
  expect(plan).toMatch(/Merge Append.*\n *Sort Key: request_logs.id\n.*Index Scan using request_logs_before_pkey/)
  expect(plan).toContain('Index Cond: ((workspace_id = old.workspace_id) AND (id = old.id)')
  expect(plan).not.toContain('Seq Scan on request_logs')
})

describe('the days of the request log', () => {
  // The template of the test databases was migrated when the run began, which may have been yesterday.
  beforeEach(async () => {
    await waitPastMidnight()
    const { db } = world
    await maintainPartitions(db)
    const past = await db.rows({
      name: text,
    })`SELECT name::text FROM partitions_of('request_logs') WHERE since < date_trunc('day', now(), 'UTC')`
    for (const { name } of past) await db.pool.query(`DROP TABLE ${name}`)
  })

  const days = async () => {
    const rows = await world.db.rows({
      name: text,
    })`SELECT name::text FROM partitions_of('request_logs') ORDER BY since`
    return rows.map(({ name }) => name)
  }

  /** The partition of a day that has been; none begins before it then. */
  async function makeDay(daysAgo: number): Promise<string> {
    const { pool } = world.db
    await pool.query('DROP TABLE IF EXISTS request_logs_before')
    const day = new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
    const name = `request_logs_${day.replaceAll('-', '')}`
    await pool.query(
      `CREATE TABLE ${name} PARTITION OF request_logs FOR VALUES FROM ('${day} 00:00Z') TO ('${day} 24:00Z')`,
    )
    return name
  }

  it('go whole when all their requests are 30 days old, and are counted off', async () => {
    const { db, workspaceId } = world
    const [old, last] = [await makeDay(32), await makeDay(30)]
    await recordRequests(db, [
      ...Array.from({ length: 7 }, (_, at) => request(at, workspaceId, 32)),
      request(7, workspaceId + 1, 32),
      ...Array.from({ length: 3 }, (_, at) => request(10 + at, workspaceId, 30)),
      request(20),
    ])
    expect(await usage()).toMatchObject({ rows: 11, bytes: 1_100 })
    expect(await maintainPartitions(db)).toEqual({ made: 0, dropped: 8 })
    expect(await usage()).toEqual({ rows: 4, bytes: 400, in_log: 4, in_bodies: 400 })
    expect(await days()).not.toContain(old)
    expect(await days()).toContain(last)
    expect(await maintainPartitions(db)).toEqual({ made: 0 })
  })

  it('take requests of any time; those that lie in none go one by one', async () => {
    const { db, workspaceId } = world
    await makeDay(1)
    const times = [1, 0, 31, 400, -2, -40]
    await recordRequests(
      db,
      times.map((daysAgo, at) => request(at, workspaceId, daysAgo)),
    )
    const homeless = await db.rows({ request_id: text })`SELECT request_id FROM request_logs_other ORDER BY 1`
    expect(homeless.map((row) => row.request_id)).toEqual(['2', '3', '5'])
    expect(await forgetRequests(db, { bodyDays: 7, rowDays: 30, batch: 10 })).toEqual({ rows: 2, bodies: 0 })
    expect(await usage()).toMatchObject({ rows: 4, in_log: 4 })
  })

  it('are made ahead by whichever worker comes first, but not one that has begun without', async () => {
    const { db, workspaceId } = world
    await makeDay(40)
    await recordRequests(db, [request(0, workspaceId, 40)])
    const [old, ...before] = await days()
    const ahead = before.filter((name) => /\d$/.test(name))
    expect(ahead).toHaveLength(4)
    for (const name of ahead) await db.pool.query(`DROP TABLE ${name}`)
    await recordRequests(db, [request(1, workspaceId, -1)])
    // Without the lock that lets one worker at a time come so far, too.
    const done = await Promise.all([
      ...Array.from({ length: 3 }, () => maintainPartitions(db)),
      ...Array.from({ length: 3 }, async () => {
        const [row] = await db.rows({ made: int })`SELECT make_partitions('request_logs', 3) AS made`
        return { made: row?.made, dropped: undefined }
      }),
    ])
    expect(done.reduce((sum, { made = 0 }) => sum + made, 0)).toBe(3)
    expect(done.filter(({ dropped }) => dropped !== undefined)).toMatchObject([{ dropped: 1 }])
    expect(await days()).toEqual(before.filter((name) => name !== ahead[1]))
    expect(before).not.toContain(old)
  })

  it('are left out by what asks for the last ones', async () => {
    const [old, last] = [await makeDay(20), await makeDay(3)]
    const [plan = ''] = await plansOf((sql) => usesOfKey(sql, world.workspaceId, 1))
    expect(plan).toContain('Subplans Removed: 1')
    expect(plan).toContain(last)
    expect(plan).not.toContain(old)
  })

  it('stay as they are when somebody reads for long, or the worker is killed in the middle', async () => {
    const { db, workspaceId } = world
    const old = await makeDay(40)
    await recordRequests(db, [request(1, workspaceId, 40)])
    const reader = await db.pool.connect()
    try {
      await reader.query('BEGIN; LOCK TABLE request_logs IN ACCESS SHARE MODE')
      await expect(maintainPartitions(db)).rejects.toThrow('lock timeout')
      const killed = transaction(db, (sql) => dropOldDay(sql, 30)).catch(String)
      await expect
        .poll(
          () => db.run`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'DROP TABLE "request%'
          AND datname = current_database() AND wait_event_type = 'Lock'`,
        )
        .toBe(1)
      expect(await killed).toMatch(/terminat/)
      await recordRequests(db, [request(2, workspaceId, 40)])
      expect(await usage()).toMatchObject({ rows: 2, in_log: 2 })
    } finally {
      await reader.query('COMMIT')
      reader.release()
    }
    expect(await maintainPartitions(db)).toEqual({ made: 0, dropped: 2 })
    expect(await days()).not.toContain(old)
    expect(await usage()).toMatchObject({ rows: 0, in_log: 0 })
  })
})
