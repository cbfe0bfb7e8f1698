import type { Db } from '@matterbase/db'
import { interruptLost } from '../runtime/delivery-sql.ts'

/**
 * Makes deliveries due whose lease has lapsed: an attempt that was under way is closed as interrupted.
 *
 * @returns how many; more may be left when it is `limit`.
 */
export async function expireLeases(db: Db, limit: number): Promise<number> {
  return db.run`
    WITH lost AS MATERIALIZED (
      SELECT workspace_id, id, lease_id FROM webhook_deliveries
      WHERE status IN ('queued', 'sending') AND lease_until < now()
      ORDER BY lease_until LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ), interrupted AS (
      ${interruptLost}
    )
    UPDATE webhook_deliveries AS delivery SET status = 'pending', next_attempt_at = now(), lease_id = NULL, lease_until = NULL
    FROM lost WHERE delivery.workspace_id = lost.workspace_id AND delivery.id = lost.id`
}
