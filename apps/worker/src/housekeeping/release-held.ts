import { bigint, int, transaction } from '@matterbase/db'
import { settleHeld } from '@matterbase/domain'
import type { Db } from '@matterbase/db'

const rowsAtOnce = 1_000

/**
 * Goes on with what was decided about the held deliveries of an endpoint when it was switched on or
 * deleted, where there were more than could be settled at once.
 *
 * @returns whether there may be more to do.
 */
export async function releaseHeld(db: Db): Promise<boolean> {
  return transaction(db, async (sql) => {
    const [endpoint] = await sql.rows({ workspace_id: int, id: bigint })`
      SELECT workspace_id, id FROM webhook_endpoints
      WHERE skip_held_until IS NOT NULL OR (resume_held_until IS NOT NULL AND is_active)
      ORDER BY id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`
    if (!endpoint) return false
    await settleHeld(sql, { workspaceId: endpoint.workspace_id, endpointId: endpoint.id }, rowsAtOnce)
    return true
  })
}
