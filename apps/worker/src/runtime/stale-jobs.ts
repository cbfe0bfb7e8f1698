import { bool } from '@matterbase/db'
import type { Db } from '@matterbase/db'
import { isQueued } from './delivery-sql.ts'

/** Whether jobs have been waiting in the queue for at least `sinceMs`. */
export async function hasStaleJobs(db: Db, leaseMs: number, sinceMs: number): Promise<boolean> {
  const [row] = await db.rows({ stale: bool })`
    SELECT EXISTS (SELECT 1 FROM webhook_deliveries AS delivery
                   WHERE ${isQueued} AND lease_until < now() + ${leaseMs - sinceMs}::float8 * interval '1 ms') AS stale`
  return row?.stale ?? false
}
