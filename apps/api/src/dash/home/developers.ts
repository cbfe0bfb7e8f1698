import { bool, float, int, orNull, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'

/** How far somebody has got with the API in this workspace. */
export async function checklist(sql: Sql, workspaceId: number) {
  const [row] = await sql.rows({ key_made: bool, first_call: bool, endpoint_made: bool, first_delivery: bool })`
    SELECT EXISTS (SELECT FROM api_keys WHERE workspace_id = ${workspaceId}) AS key_made,
      EXISTS (SELECT FROM api_keys WHERE workspace_id = ${workspaceId} AND last_used_at IS NOT NULL) AS first_call,
      EXISTS (SELECT FROM webhook_endpoints WHERE workspace_id = ${workspaceId}) AS endpoint_made,
      EXISTS (SELECT FROM webhook_endpoints WHERE workspace_id = ${workspaceId} AND last_success_at IS NOT NULL) AS first_delivery`
  return row ?? { key_made: false, first_call: false, endpoint_made: false, first_delivery: false }
}

/** Calls and refusals of each of the last 24 hours, oldest first. */
export async function callsOfTheDay(sql: Sql, workspaceId: number) {
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

/** Endpoints that fail, or that were switched off because they did. */
export async function failingEndpoints(sql: Sql, workspaceId: number) {
  return sql.rows({ id: float, url: text, is_active: bool, failure_count: int, disabled_reason: orNull(text) })`
    SELECT id::float8 AS id, url, is_active, failure_count, disabled_reason FROM webhook_endpoints
    WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL AND (failure_count > 0 OR disabled_at IS NOT NULL)
    ORDER BY failure_count DESC LIMIT 5`
}
