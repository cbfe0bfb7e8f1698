import { Prisma } from '@matterbase/db'
import type { Db } from '@matterbase/db'
import { isWaiting } from '../runtime/delivery-sql.ts'
import { waitingEndpoints } from '../runtime/waiting-endpoints.ts'

/**
 * Holds what waits for endpoints that are switched off, and cancels what waits for deleted ones.
 * The endpoints are locked first, so that switching one on again cannot pass this by. Found from what waits:
 * endpoints for which nothing does are not looked at.
 *
 * @returns how many; more may be left when it is `limit`.
 */
export async function holdDeliveries(db: Db, limit: number): Promise<number> {
  return db.run`
    WITH RECURSIVE pending AS (${waitingEndpoints(Prisma.sql`pending`, isWaiting, Prisma.sql`0, 0`)}), closed AS MATERIALIZED (
      SELECT pending.workspace_id, pending.id, found.is_deleted FROM pending CROSS JOIN LATERAL (
        SELECT endpoint.deleted_at IS NOT NULL AS is_deleted FROM webhook_endpoints AS endpoint
        WHERE endpoint.workspace_id = pending.workspace_id AND endpoint.id = pending.id
          AND (NOT endpoint.is_active OR endpoint.deleted_at IS NOT NULL)
          AND EXISTS (SELECT 1 FROM webhook_deliveries AS delivery WHERE delivery.workspace_id = endpoint.workspace_id
                      AND delivery.endpoint_id = endpoint.id AND delivery.status = 'pending'
                      AND (delivery.kind <> 'ping.test' OR endpoint.deleted_at IS NOT NULL))
        OFFSET 0 FOR NO KEY UPDATE SKIP LOCKED
      ) AS found
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
