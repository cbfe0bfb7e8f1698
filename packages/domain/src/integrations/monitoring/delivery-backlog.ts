import { float, int } from '@matterbase/db'
import type { Db, Row } from '@matterbase/db'

const deliveries = { due: int, waiting_for_receiver: int, later: int, under_way: int, held: int }
const columns = { ...deliveries, active: int, paused: int, switched_off: int, oldest_due_seconds: float }

type DeliveryBacklog = Row<typeof columns>

/**
 * Counts the pending deliveries and the endpoints of all workspaces. A due delivery is one that a worker could send now.
 * While its endpoint is paused, or has all the requests in flight that it may have, it waits for the receiver instead.
 *
 * @param perEndpoint the requests that an endpoint may have in flight. Default: that of WEBHOOK_IN_FLIGHT.
 */
export async function countDeliveries(db: Db, perEndpoint = 5): Promise<DeliveryBacklog> {
  const [row] = await db.rows(columns)`
    WITH pending AS MATERIALIZED (
      SELECT workspace_id, endpoint_id, kind = 'ping.test' AS is_test,
             count(*) FILTER (WHERE next_attempt_at <= now()) AS arrived,
             count(*) FILTER (WHERE next_attempt_at > now()) AS later, min(next_attempt_at) AS since
      FROM webhook_deliveries WHERE status = 'pending' GROUP BY 1, 2, 3
    ), in_flight AS MATERIALIZED (
      SELECT workspace_id, endpoint_id, count(*) AS requests, count(*) FILTER (WHERE lease_until > now()) AS leased
      FROM webhook_deliveries WHERE status IN ('queued', 'sending') GROUP BY 1, 2
    ), waiting AS (
      -- Test events are sent to paused endpoints too. A paused endpoint gets one request as a probe.
      SELECT arrived, later, greatest(since, circuit_open_until) AS since,
             NOT is_test AND (coalesce(circuit_open_until > now(), false)
               OR coalesce(leased, 0) >= CASE WHEN circuit_level > 0 THEN 1 ELSE ${perEndpoint}::int END) AS on_receiver
      FROM pending LEFT JOIN in_flight USING (workspace_id, endpoint_id)
      LEFT JOIN webhook_endpoints AS endpoint ON endpoint.workspace_id = pending.workspace_id AND endpoint.id = endpoint_id
    ), endpoints AS (
      SELECT count(*) FILTER (WHERE is_active AND coalesce(circuit_open_until, '-infinity') <= now())::int AS active,
             count(*) FILTER (WHERE is_active AND circuit_open_until > now())::int AS paused,
             count(*) FILTER (WHERE NOT is_active)::int AS switched_off
      FROM webhook_endpoints WHERE deleted_at IS NULL
    )
    SELECT coalesce(sum(arrived) FILTER (WHERE NOT on_receiver), 0)::int AS due,
           coalesce(sum(arrived) FILTER (WHERE on_receiver), 0)::int AS waiting_for_receiver,
           coalesce(sum(later), 0)::int AS later,
           greatest(coalesce(extract(epoch FROM now() - min(since) FILTER (WHERE NOT on_receiver)), 0), 0)::float8 AS oldest_due_seconds,
           (SELECT coalesce(sum(requests), 0)::int FROM in_flight) AS under_way,
           (SELECT count(*)::int FROM webhook_deliveries WHERE status = 'held') AS held,
           (SELECT active FROM endpoints) AS active, (SELECT paused FROM endpoints) AS paused,
           (SELECT switched_off FROM endpoints) AS switched_off
    FROM waiting`
  if (!row) throw new Error('The backlog has no row')
  return row
}
