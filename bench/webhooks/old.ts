import { bigint, int } from '@matterbase/db'
import type { Db } from '@matterbase/db'

const atOnce = 25_000

/**
 * Puts delivered deliveries of the last 20 days in the tables, with their events and attempts, divided
 * among the endpoints that there are.
 */
export async function addOldDeliveries(db: Db, count: number): Promise<void> {
  const endpoints = await db.rows({ workspace_id: int, id: bigint })`
    SELECT workspace_id, id FROM webhook_endpoints WHERE deleted_at IS NULL ORDER BY workspace_id, id`
  const turns = Math.ceil(count / atOnce)
  for (let turn = 0; turn < turns; turn++) {
    const endpoint = endpoints[turn % endpoints.length]
    if (!endpoint) throw new Error('There is no endpoint')
    const daysAgo = 20 - (turn * 19) / turns
    await db.run`
      WITH event AS (
        INSERT INTO events (workspace_id, kind, data, created_at)
        SELECT ${endpoint.workspace_id}::int, 'matter.created', json_build_object('id', n, 'title', 'Old matter ' || n),
               now() - ${daysAgo}::float8 * interval '1 day' + n * interval '1 ms'
        FROM generate_series(1, ${Math.min(atOnce, count - turn * atOnce)}::int) AS n
        RETURNING workspace_id, id, kind, created_at
      ), delivery AS (
        INSERT INTO webhook_deliveries
          (workspace_id, endpoint_id, event_id, kind, status, attempt_count, last_status_code, created_at, delivered_at)
        SELECT workspace_id, ${endpoint.id}::bigint, id, kind, 'delivered', 1, 200, created_at, created_at FROM event
        RETURNING workspace_id, id, created_at
      )
      INSERT INTO webhook_attempts
        (workspace_id, webhook_delivery_id, attempt, started_at, duration_ms, outcome, status_code, response_body)
      SELECT workspace_id, id, 1, created_at, 12, 'success', 200, 'ok' FROM delivery`
  }
  // What months would have done by themselves.
  await db.pool.query('VACUUM ANALYZE events, webhook_deliveries, webhook_attempts')
  await db.pool.query('CHECKPOINT')
}
