import { int, jsonOf, Prisma, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { countUsage, overQuota } from '../tx/storage-usage.ts'
import type { Quota } from '../tx/storage-usage.ts'

const bytes = Prisma.sql`coalesce(octet_length(request_body), 0) + coalesce(octet_length(response_body), 0) AS bytes`

/** One request to the API, as it is kept. */
export interface LoggedRequest {
  readonly workspaceId: number
  readonly requestId: string
  readonly keyId: number
  readonly at: Date
  readonly method: string
  readonly path: string
  readonly query: string | null
  readonly operation: string | null
  readonly status: number
  readonly durationMs: number
  readonly errorCode: string | null
  readonly ip: string | null
  readonly userAgent: string | null
  readonly requestBody: string | null
  readonly responseBody: string | null
}

/** Adds many rows to the request log in one statement. */
export async function recordRequests(sql: Sql, rows: readonly LoggedRequest[]): Promise<void> {
  const column = <T>(pick: (row: LoggedRequest) => T) => rows.map(pick)
  await sql.run`
    WITH added AS (INSERT INTO request_logs (workspace_id, request_id, api_key_id, at, method, path, query, operation, status, duration_ms,
                              error_code, ip, user_agent, request_body, response_body)
    SELECT * FROM unnest(
      ${column((row) => row.workspaceId)}::int[], ${column((row) => row.requestId)}::text[], ${column((row) => row.keyId)}::int[],
      ${column((row) => row.at)}::timestamptz[], ${column((row) => row.method)}::text[], ${column((row) => row.path)}::text[],
      ${column((row) => row.query)}::text[], ${column((row) => row.operation)}::text[], ${column((row) => row.status)}::int[],
      ${column((row) => row.durationMs)}::float8[], ${column((row) => row.errorCode)}::text[], ${column((row) => row.ip)}::text[],
      ${column((row) => row.userAgent)}::text[], ${column((row) => row.requestBody)}::text[], ${column((row) => row.responseBody)}::text[])
    RETURNING workspace_id, ${bytes})
    ${countUsage('request_log', Prisma.sql`SELECT workspace_id, 1 AS rows, bytes FROM added`)}`
}

const columns = {
  id: 'plain',
  request_id: 'plain',
  at: 'timestamp',
  method: 'plain',
  path: 'plain',
  query: 'plain',
  operation: 'plain',
  status: 'plain',
  duration_ms: 'plain',
  error_code: 'plain',
  api_key_id: 'plain',
  ip: 'plain',
  user_agent: 'plain',
} as const

/** Writes a row of `request_logs` as JSON text, without the bodies. */
export const requestLogJson = jsonOf(columns)

const withBodies = jsonOf({ ...columns, request_body: 'plain', response_body: 'plain' })

/** A logged request with its bodies as JSON text: by its row's id, or the last one with a request id. */
export async function readLoggedRequest(sql: Sql, workspaceId: number, ref: string): Promise<string | undefined> {
  const byId = /^[1-9]\d{0,15}$/.test(ref) ? Prisma.sql`id = ${ref}::text::bigint OR` : Prisma.empty
  const [row] = await sql.rows({ json: text })`
    SELECT ${withBodies} AS json FROM request_logs
    WHERE workspace_id = ${workspaceId} AND (${byId} request_id = ${ref}) ORDER BY (request_id = ${ref}), id DESC LIMIT 1`
  return row?.json
}

export interface Retention {
  /** Days that bodies and rows are kept. */
  readonly bodyDays: number
  readonly rowDays: number
  /** The most rows that are touched. */
  readonly batch: number
}

/** Forgets bodies and rows of the request log that are too old, one batch of each. Answers how many. */
export async function forgetRequests(sql: Sql, { bodyDays, rowDays, batch }: Retention) {
  const rows = await deleteRequests(
    sql,
    Prisma.sql`SELECT workspace_id, id, at FROM request_logs WHERE at < now() - ${rowDays}::float8 * interval '1 day'
      LIMIT ${batch} FOR UPDATE SKIP LOCKED`,
  )
  const [cleared] = await sql.rows({ count: int })`
    WITH old AS MATERIALIZED (
      SELECT workspace_id, id, at, ${bytes} FROM request_logs
      WHERE at < now() - ${bodyDays}::float8 * interval '1 day' AND (request_body IS NOT NULL OR response_body IS NOT NULL)
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
            SELECT id, at, ${bytes} FROM request_logs WHERE workspace_id = ${workspaceId} ORDER BY id LIMIT ${batch} FOR UPDATE SKIP LOCKED
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
         gone AS (DELETE FROM request_logs AS log USING old WHERE ${isThat} RETURNING log.workspace_id, ${bytes}),
         counted AS (${countUsage('request_log', Prisma.sql`SELECT workspace_id, -1 AS rows, -bytes AS bytes FROM gone`)})
    SELECT count(*)::int FROM gone`
  return gone?.count ?? 0
}
