import { bigint, growingList, identifier, jsonOf, Prisma, text } from '@matterbase/db'
import type { ListType, Sql } from '@matterbase/db'
import { countUsage } from '../../core/tx/storage-usage.ts'

/** The bytes of the bodies of a request. */
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

type Column = readonly [ListType, (request: LoggedRequest) => string | number | Date | null]

/** The columns that are written: their types, and what they have of a request. */
const written: Readonly<Record<string, Column>> = {
  workspace_id: ['int', ({ workspaceId }) => workspaceId],
  request_id: ['text', ({ requestId }) => requestId],
  api_key_id: ['int', ({ keyId }) => keyId],
  at: ['timestamptz', ({ at }) => at],
  method: ['text', ({ method }) => method],
  path: ['text', ({ path }) => path],
  query: ['text', ({ query }) => query],
  operation: ['text', ({ operation }) => operation],
  status: ['int', ({ status }) => status],
  duration_ms: ['float8', ({ durationMs }) => durationMs],
  error_code: ['text', ({ errorCode }) => errorCode],
  ip: ['text', ({ ip }) => ip],
  user_agent: ['text', ({ userAgent }) => userAgent],
  request_body: ['text', ({ requestBody }) => requestBody],
  response_body: ['text', ({ responseBody }) => responseBody],
}

/** Requests that are logged with one statement. */
export interface RequestBatch {
  /** How many there are. */
  size(): number
  add(request: LoggedRequest): void
  /** Adds them to the request log, once. */
  write(sql: Sql): Promise<void>
}

/** Stores requests in the form in which they are sent, so that V8 has no objects to trace until then. */
export function requestBatch(): RequestBatch {
  const lists = Object.values(written).map(([type, of]) => ({ list: growingList(type), of }))
  let size = 0
  return {
    size: () => size,
    add(request) {
      size++
      for (const { list, of } of lists) list.push(of(request))
    },
    async write(sql) {
      await sql.run`
        WITH added AS (
          INSERT INTO request_logs (${Prisma.join(Object.keys(written).map(identifier))})
          SELECT * FROM unnest(${Prisma.join(lists.map(({ list }) => list.end()))})
          RETURNING workspace_id, ${bodyBytes}
        ) ${countUsage('request_log', Prisma.sql`SELECT workspace_id, 1 AS rows, bytes FROM added`)}`
    },
  }
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

/** How many other requests with the same X-Request-Id are listed. */
const mostOthers = 50

/**
 * A logged request with its bodies, by the ID of its row, or the latest with a request ID. Other requests with the same
 * X-Request-Id, which callers choose, are listed without bodies. Both are JSON text.
 */
export async function readLoggedRequest(
  sql: Sql,
  workspaceId: number,
  ref: string,
): Promise<{ readonly json: string; readonly others: string } | undefined> {
  const byId = /^[1-9]\d{0,15}$/.test(ref) ? Prisma.sql`id = ${ref}::text::bigint OR` : Prisma.empty
  const [row] = await sql.rows({ json: text, id: bigint, request_id: text })`
    SELECT ${withBodies} AS json, id, request_id FROM request_logs
    WHERE workspace_id = ${workspaceId} AND (${byId} request_id = ${ref}) ORDER BY (request_id = ${ref}), id DESC LIMIT 1`
  if (!row) return undefined
  const others = await sql.rows({ json: text })`
    SELECT ${requestLogJson} AS json FROM request_logs
    WHERE workspace_id = ${workspaceId} AND request_id = ${row.request_id} AND id <> ${row.id}
    ORDER BY id DESC LIMIT ${mostOthers}`
  return { json: row.json, others: `[${others.map(({ json }) => json).join(',')}]` }
}
