import { optInKinds } from '@matterbase/schemas'
import type { Tx } from '../../core/write/transaction.ts'

/**
 * Notes at the workspace which of the events that are for subscribers only have any: to be called whenever an endpoint
 * comes, goes or wants other events. A write learns it with the workspace's lock, without a look at the endpoints.
 */
export async function noteSubscriptions({ sql, workspaceId }: Pick<Tx, 'sql' | 'workspaceId'>): Promise<void> {
  await sql.run`
    UPDATE workspaces SET subscribed_events = ARRAY(
      SELECT DISTINCT kind FROM webhook_endpoints, unnest(events) AS kind
      WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL AND kind = ANY (${optInKinds}::text[]) ORDER BY kind)
    WHERE id = ${workspaceId}`
}
