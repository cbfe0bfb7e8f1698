import { float, identifier, int, Prisma, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { countUsage, overQuota } from '../../core/tx/storage-usage.ts'
import type { Quota } from '../../core/tx/storage-usage.ts'
import { bodyBytes } from './request-log.ts'

export interface Retention {
  /** Days that bodies and rows are kept. */
  readonly bodyDays: number
  readonly rowDays: number
  /** The most rows that are touched. */
  readonly batch: number
}

const isOlder = (column: Prisma.Sql, days: number) => Prisma.sql`${column} < now() - ${days}::float8 * interval '1 day'`

/** Partitions of the request log, oldest first. */
const partitions = (sql: Sql, which: Prisma.Sql) =>
  sql.rows({ name: text })`
    SELECT relname::text AS name FROM partitions_of('request_logs') JOIN pg_class ON pg_class.oid = name
    WHERE ${which} ORDER BY until`

/**
 * Drops the oldest day of the request log whose requests are all too old, in the caller's transaction.
 *
 * @returns how many requests went with it; undefined where there was no such day.
 */
export async function dropOldDay(sql: Sql, rowDays: number): Promise<number | undefined> {
  const [day] = await partitions(sql, isOlder(Prisma.sql`until`, rowDays))
  if (!day) return undefined
  const table = identifier(day.name)
  // Counts before the DROP, because the DROP blocks readers and writers.
  await sql.run`LOCK TABLE ONLY ${table} IN SHARE MODE`
  const gone = await sql.rows({ workspace_id: int, rows: int, bytes: float })`
    SELECT workspace_id, sum(rows)::int AS rows, sum(bytes)::float8 AS bytes FROM (
      SELECT workspace_id, 1 AS rows, 0 AS bytes FROM ${table} UNION ALL
      SELECT workspace_id, 0, ${bodyBytes} FROM ${table} WHERE request_body IS NOT NULL OR response_body IS NOT NULL
    ) AS counted GROUP BY workspace_id`
  await sql.run`DROP TABLE ${table}`
  const column = <T>(pick: (row: (typeof gone)[number]) => T) => gone.map(pick)
  await sql.run`${countUsage(
    'request_log',
    Prisma.sql`SELECT * FROM unnest(${column((row) => row.workspace_id)}::int[], ${column((row) => -row.rows)}::int[],
      ${column((row) => -row.bytes)}::float8[]) AS gone (workspace_id, rows, bytes)`,
  )}`
  return gone.reduce((sum, { rows }) => sum + rows, 0)
}

/**
 * Deletes old bodies, and requests outside the partitions of the days, one batch of each. Days are dropped as
 * partitions. Returns the number of rows.
 */
export async function forgetRequests(sql: Sql, { bodyDays, rowDays, batch }: Retention) {
  let rows = 0
  for (const { name } of await partitions(sql, Prisma.sql`since IS NULL`))
    rows += await deleteRequests(
      sql,
      Prisma.sql`SELECT workspace_id, id, at FROM ${identifier(name)} WHERE ${isOlder(Prisma.sql`at`, rowDays)}
        LIMIT ${batch - rows} FOR UPDATE SKIP LOCKED`,
    )
  const [cleared] = await sql.rows({ count: int })`
    WITH old AS MATERIALIZED (
      SELECT workspace_id, id, at, ${bodyBytes} FROM request_logs
      WHERE ${isOlder(Prisma.sql`at`, bodyDays)} AND (request_body IS NOT NULL OR response_body IS NOT NULL)
      ORDER BY at LIMIT ${batch} FOR UPDATE SKIP LOCKED
    ), cleared AS (
      UPDATE request_logs AS log SET request_body = NULL, response_body = NULL FROM old WHERE ${isThat}
    ), counted AS (${countUsage('request_log', Prisma.sql`SELECT workspace_id, 0 AS rows, -bytes AS bytes FROM old`)})
    SELECT count(*)::int FROM old`
  return { rows, bodies: cleared?.count ?? 0 }
}

/**
 * Deletes the oldest requests of the workspaces whose logs are larger than they may be, at most a batch of each.
 *
 * @returns how many.
 */
export async function shrinkRequestLogs(sql: Sql, quota: Quota, batch: number): Promise<number> {
  let count = 0
  for (const workspaceId of await overQuota(sql, 'request_log', quota))
    count += await deleteRequests(
      sql,
      Prisma.sql`
        SELECT ${workspaceId}::int AS workspace_id, oldest.id, oldest.at FROM (
          SELECT id, at, row_number() OVER (ORDER BY id) AS place, sum(bytes) OVER (ORDER BY id) - bytes AS before FROM (
            SELECT id, at, ${bodyBytes} FROM request_logs WHERE workspace_id = ${workspaceId} ORDER BY id LIMIT ${batch} FOR UPDATE SKIP LOCKED
          ) AS first
        ) AS oldest JOIN storage_usage AS usage ON usage.workspace_id = ${workspaceId} AND usage.kind = 'request_log'
        WHERE oldest.place <= usage.rows - ${quota.rows} OR oldest.before < usage.bytes - ${quota.bytes}`,
    )
  return count
}

const isThat = Prisma.sql`log.workspace_id = old.workspace_id AND log.id = old.id AND log.at = old.at`

/** @param which a SELECT of their workspace_id, id and at. */
async function deleteRequests(sql: Sql, which: Prisma.Sql): Promise<number> {
  const [gone] = await sql.rows({ count: int })`
    WITH old AS MATERIALIZED (${which}),
         gone AS (DELETE FROM request_logs AS log USING old WHERE ${isThat} RETURNING log.workspace_id, ${bodyBytes}),
         counted AS (${countUsage('request_log', Prisma.sql`SELECT workspace_id, -1 AS rows, -bytes AS bytes FROM gone`)})
    SELECT count(*)::int FROM gone`
  return gone?.count ?? 0
}
