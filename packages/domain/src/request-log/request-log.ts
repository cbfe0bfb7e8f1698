import { jsonOf, Prisma, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { countUsage } from '../tx/storage-usage.ts'

/** What the bodies of a request take. */
export const bodyBytes = Prisma.sql`coalesce(octet_length(request_body), 0) + coalesce(octet_length(response_body), 0) AS bytes`

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
    RETURNING workspace_id, ${bodyBytes})
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
