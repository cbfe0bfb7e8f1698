import { bool, float, int, isoText, orNull, text } from '@matterbase/db'
import type { Row, Sql } from '@matterbase/db'
import type { EndpointId } from './held.ts'

interface Span {
  /** Both inclusive, ISO 8601. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** Counts the deliveries that a replay of a span of time would send, as resend.ts selects them, and the held ones. */
export async function countResends(sql: Sql, { workspaceId, endpointId }: EndpointId, { from, to }: Span) {
  const [row] = await sql.rows({ failed: int, all: int, held: int })`
    SELECT (SELECT count(*)::int FROM webhook_deliveries
            WHERE workspace_id = ${workspaceId} AND endpoint_id = ${endpointId} AND status IN ('failed', 'blocked')
              AND created_at >= coalesce(${from ?? null}::text::timestamptz, '-infinity') AND created_at <= coalesce(${to ?? null}::text::timestamptz, now())) AS failed,
           (SELECT count(*)::int FROM webhook_deliveries
            WHERE workspace_id = ${workspaceId} AND endpoint_id = ${endpointId}
              AND status IN ('failed', 'blocked', 'cancelled', 'delivered')
              AND created_at >= coalesce(${from ?? null}::text::timestamptz, '-infinity') AND created_at <= coalesce(${to ?? null}::text::timestamptz, now())) AS all,
           (SELECT count(*)::int FROM webhook_deliveries
            WHERE workspace_id = ${workspaceId} AND endpoint_id = ${endpointId} AND status = 'held') AS held`
  return row ?? { failed: 0, all: 0, held: 0 }
}

const hourColumns = { hour: text, delivered: int, failed: int, waiting: int }

type Hour = Row<typeof hourColumns>

/** Counts an endpoint's deliveries in each of the last 24 hours, the current hour last. */
export function deliveriesPerHour(sql: Sql, { workspaceId, endpointId }: EndpointId): Promise<Hour[]> {
  return sql.rows(hourColumns)`
    SELECT ${isoText('hour')} AS hour, coalesce(delivered, 0) AS delivered, coalesce(failed, 0) AS failed, coalesce(waiting, 0) AS waiting
    FROM generate_series(date_trunc('hour', now(), 'UTC') - interval '23 hours', date_trunc('hour', now(), 'UTC'), interval '1 hour') AS hour
    LEFT JOIN (
      SELECT date_trunc('hour', created_at, 'UTC') AS hour, (count(*) FILTER (WHERE status = 'delivered'))::int AS delivered,
             (count(*) FILTER (WHERE status IN ('failed', 'blocked')))::int AS failed,
             (count(*) FILTER (WHERE status IN ('pending', 'queued', 'sending', 'held')))::int AS waiting
      FROM webhook_deliveries
      WHERE workspace_id = ${workspaceId} AND endpoint_id = ${endpointId}
        AND created_at >= date_trunc('hour', now(), 'UTC') - interval '23 hours'
      GROUP BY 1
    ) AS tally USING (hour) ORDER BY hour`
}

/** Endpoints that fail, or were disabled after failures. */
export async function listFailingEndpoints(sql: Sql, workspaceId: number) {
  return sql.rows({ id: float, url: text, is_active: bool, failure_count: int, disabled_reason: orNull(text) })`
    SELECT id::float8 AS id, url, is_active, failure_count, disabled_reason FROM webhook_endpoints
    WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL AND (failure_count > 0 OR disabled_at IS NOT NULL)
    ORDER BY failure_count DESC LIMIT 5`
}
