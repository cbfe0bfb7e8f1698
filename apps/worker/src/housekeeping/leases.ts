import { Prisma } from '@matterbase/db'
import type { Db } from '@matterbase/db'
import { interruptThoseOf } from '../runtime/delivery-sql.ts'

/**
 * Makes deliveries due whose lease has lapsed: an attempt that was under way is closed as interrupted.
 *
 * @returns how many; more may be left when it is `limit`.
 */
export async function expireLeases(db: Db, limit: number): Promise<number> {
  return db.run`
    WITH lapsed AS MATERIALIZED (
      SELECT workspace_id, id, lease_id FROM webhook_deliveries
      WHERE status IN ('queued', 'sending') AND lease_until < now()
      ORDER BY lease_until LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ), interrupted AS (
      ${interruptThoseOf(Prisma.sql`lapsed`)}
    )
    UPDATE webhook_deliveries AS delivery SET status = 'pending', next_attempt_at = now(), lease_id = NULL, lease_until = NULL
    FROM lapsed WHERE delivery.workspace_id = lapsed.workspace_id AND delivery.id = lapsed.id`
}
