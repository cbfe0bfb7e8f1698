import { int } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import type { EndpointId } from '@matterbase/domain'

interface Span {
  /** Both inclusive, ISO 8601. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** How many deliveries a replay of a span of time would send, and how many are held; as resend.ts chooses them. */
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
