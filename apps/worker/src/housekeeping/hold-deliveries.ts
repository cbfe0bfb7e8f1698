import type { Db } from '@matterbase/db'

/**
 * Holds what waits for endpoints that are switched off, and cancels what waits for deleted ones.
 * The endpoints are locked first, so that switching one on again cannot pass this by.
 *
 * @returns how many; more may be left when it is `limit`.
 */
export async function holdDeliveries(db: Db, limit: number): Promise<number> {
  return db.run`
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
      LIMIT ${limit} FOR UPDATE OF delivery SKIP LOCKED
    )
    UPDATE webhook_deliveries AS delivery
    SET status = CASE WHEN waiting.is_deleted THEN 'cancelled' ELSE 'held' END, next_attempt_at = NULL
    FROM waiting WHERE delivery.workspace_id = waiting.workspace_id AND delivery.id = waiting.id`
}
