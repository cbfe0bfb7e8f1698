import { int, isoText, text } from '@matterbase/db'
import type { Sql, Row } from '@matterbase/db'
import type { EndpointId } from '@matterbase/domain'

const hourColumns = { hour: text, delivered: int, failed: int, waiting: int }

type Hour = Row<typeof hourColumns>

/** What became of an endpoint's deliveries, for each of the last 24 hours, the one under way last. */
export function hoursOf(sql: Sql, { workspaceId, endpointId }: EndpointId): Promise<Hour[]> {
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
