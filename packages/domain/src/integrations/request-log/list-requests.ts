import { int, Prisma } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import type { DashContract, Input } from '@matterbase/schemas'
import type { Listing } from '../../core/records/lists/list.ts'
import { requestLogJson } from './request-log.ts'

type RequestQuery = Input<DashContract['requestLog']['list']>['query']

// Errors have an index of their own. The planner uses it for the condition `status >= 400` only.
const classes = {
  success: Prisma.sql`status < 400`,
  error: Prisma.sql`status >= 400`,
  '4xx': Prisma.sql`status >= 400 AND status < 500`,
  '5xx': Prisma.sql`status >= 400 AND status >= 500`,
} as const

/** The logged requests that a query lists, newest first. */
export const requestListing =
  (workspaceId: number) =>
  ({ status, method, path, key, request_id: requestId }: RequestQuery): Listing => ({
    table: Prisma.sql`request_logs`,
    json: requestLogJson,
    id: 'id',
    idType: 'bigint',
    sort: '-id',
    conditions: [
      Prisma.sql`workspace_id = ${workspaceId}`,
      ...(status === undefined ? [] : [classes[status]]),
      ...(method === undefined ? [] : [Prisma.sql`method = ${method}`]),
      ...(path === undefined ? [] : [Prisma.sql`starts_with(path, ${path})`]),
      ...(key === undefined ? [] : [Prisma.sql`api_key_id = ${key}`]),
      ...(requestId === undefined ? [] : [Prisma.sql`request_id = ${requestId}`]),
    ],
  })

/** Requests and errors of each of the last 24 hours, oldest first. */
export async function requestsPerHour(sql: Sql, workspaceId: number) {
  const found = await sql.rows({ hour: int, calls: int, errors: int })`
    SELECT floor(extract(epoch FROM now() - at) / 3600)::int AS hour, count(*)::int AS calls,
           (count(*) FILTER (WHERE status >= 400))::int AS errors
    FROM request_logs WHERE workspace_id = ${workspaceId} AND at > now() - interval '24 hours' AND at <= now() GROUP BY 1`
  const byHour = new Map(found.map((row) => [row.hour, row]))
  const hours = Array.from({ length: 24 }, (_, index) => {
    const { calls = 0, errors = 0 } = byHour.get(23 - index) ?? {}
    return { calls, errors }
  })
  const sum = (name: 'calls' | 'errors') => hours.reduce((total, hour) => total + hour[name], 0)
  return { calls: sum('calls'), errors: sum('errors'), hours }
}
