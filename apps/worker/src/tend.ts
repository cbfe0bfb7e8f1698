import type { Db } from '@matterbase/db'

const rowsAtOnce = 1_000

/**
 * Gives deliveries back whose lease lapsed, with whoever held it: an attempt that was under way is
 * closed as interrupted, and the delivery is due at once.
 *
 * @returns how many; more may be left when it is 1000.
 */
export async function reapLeases(db: Db): Promise<number> {
  return db.$executeRaw`
    WITH lapsed AS MATERIALIZED (
      SELECT workspace_id, id, lease_id FROM webhook_deliveries
      WHERE status IN ('queued', 'sending') AND lease_until < now()
      ORDER BY lease_until LIMIT ${rowsAtOnce} FOR UPDATE SKIP LOCKED
    ), interrupted AS (
      UPDATE webhook_attempts AS attempt
      SET outcome = 'interrupted', duration_ms = (extract(epoch FROM now() - attempt.started_at) * 1000)::int
      FROM lapsed WHERE attempt.workspace_id = lapsed.workspace_id AND attempt.id = lapsed.lease_id AND attempt.outcome IS NULL
    )
    UPDATE webhook_deliveries AS delivery SET status = 'pending', next_attempt_at = now(), lease_id = NULL, lease_until = NULL
    FROM lapsed WHERE delivery.workspace_id = lapsed.workspace_id AND delivery.id = lapsed.id`
}

/**
 * Holds what waits for endpoints that are switched off, and cancels what waits for deleted ones.
 * The endpoints are locked first, so that switching one on again cannot pass this by.
 *
 * @returns how many; more may be left when it is 1000.
 */
export async function holdDeliveries(db: Db): Promise<number> {
  return db.$executeRaw`
    WITH closed AS MATERIALIZED (
      SELECT endpoint.workspace_id, endpoint.id, endpoint.deleted_at IS NOT NULL AS is_deleted FROM webhook_endpoints AS endpoint
      WHERE (NOT endpoint.is_active OR endpoint.deleted_at IS NOT NULL)
        AND EXISTS (SELECT 1 FROM webhook_deliveries AS delivery WHERE delivery.workspace_id = endpoint.workspace_id
                    AND delivery.endpoint_id = endpoint.id AND delivery.status = 'pending'
                    AND (delivery.kind <> 'ping.test' OR endpoint.deleted_at IS NOT NULL))
      ORDER BY endpoint.workspace_id, endpoint.id FOR NO KEY UPDATE SKIP LOCKED
    ), waiting AS MATERIALIZED (
      SELECT delivery.workspace_id, delivery.id, closed.is_deleted
      FROM closed JOIN webhook_deliveries AS delivery ON delivery.workspace_id = closed.workspace_id AND delivery.endpoint_id = closed.id
      WHERE delivery.status = 'pending' AND (delivery.kind <> 'ping.test' OR closed.is_deleted)
      LIMIT ${rowsAtOnce} FOR UPDATE OF delivery SKIP LOCKED
    )
    UPDATE webhook_deliveries AS delivery
    SET status = CASE WHEN waiting.is_deleted THEN 'cancelled' ELSE 'held' END, next_attempt_at = NULL
    FROM waiting WHERE delivery.workspace_id = waiting.workspace_id AND delivery.id = waiting.id`
}

/** Whether jobs wait in the queue that were put there at least `sinceMs` ago. */
export async function hasStaleJobs(db: Db, leaseMs: number, sinceMs: number): Promise<boolean> {
  const [row] = await db.$queryRaw<{ stale: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM webhook_deliveries WHERE status IN ('queued', 'sending') AND status = 'queued'
                   AND lease_until < now() + ${leaseMs - sinceMs}::float8 * interval '1 ms') AS stale`
  return row?.stale ?? false
}
