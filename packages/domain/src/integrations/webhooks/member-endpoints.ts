import { environment, float, int, oneOf, orNull, someOf, text } from '@matterbase/db'
import type { Row, Sql } from '@matterbase/db'
import { eventFacts, eventKinds } from '@matterbase/schemas'
import type { Permission } from '@matterbase/schemas'
import type { LockedWorkspace } from '../../core/write/transaction.ts'
import { lockEndpoint } from './endpoint.ts'
import { endInbox } from './listeners.ts'
import { disableEndpoint } from './update-endpoint.ts'

const memberEndpointColumns = {
  id: float,
  workspace_id: int,
  environment,
  url: text,
  events: someOf(eventKinds),
  /** `inbox` is the test inbox of the dashboard, `listener` is an endpoint of `matterbase listen`. */
  kind: oneOf(['endpoint', 'inbox', 'listener']),
  /** The API key that created the endpoint, if a key did. */
  key_id: orNull(int),
}

export type MemberEndpoint = Row<typeof memberEndpointColumns>

/** The active endpoints whose URL a member, or an API key that they made, has set; in both workspaces, live first. */
export function listMemberEndpoints(sql: Sql, ownerUuid: string, userId: string): Promise<MemberEndpoint[]> {
  return sql.rows(memberEndpointColumns)`
    SELECT endpoint.id::float8 AS id, endpoint.workspace_id, workspace.environment::text, endpoint.url, endpoint.events,
           CASE WHEN inbox.endpoint_id IS NULL THEN 'endpoint' WHEN inbox.seen_at IS NULL THEN 'inbox' ELSE 'listener' END AS kind,
           endpoint.created_by_key AS key_id
    FROM workspaces AS workspace
    JOIN webhook_endpoints AS endpoint ON endpoint.workspace_id = workspace.id
    LEFT JOIN api_keys AS key ON key.workspace_id = endpoint.workspace_id AND key.id = endpoint.created_by_key
    LEFT JOIN test_inboxes AS inbox ON inbox.workspace_id = endpoint.workspace_id AND inbox.endpoint_id = endpoint.id
    WHERE workspace.owner_uuid = ${ownerUuid}::text::uuid AND endpoint.deleted_at IS NULL
      AND ${userId}::text::uuid IN (endpoint.created_by, key.created_by)
      AND (endpoint.is_active OR inbox.endpoint_id IS NOT NULL)
    ORDER BY workspace.environment, endpoint.id`
}

/** True if an endpoint needs one of these permissions: to be created, or to read its events. */
export const needsAny = ({ events }: Pick<MemberEndpoint, 'events'>, permissions: readonly Permission[]): boolean =>
  permissions.includes('webhooks:write') ||
  events.some((kind) => eventFacts[kind].scope !== null && permissions.includes(eventFacts[kind].scope))

/** Disables these endpoints and deletes these inboxes and listeners, for the reason that goes into `disabled_reason`. */
export async function endEndpoints(
  workspaces: readonly LockedWorkspace[],
  endpoints: readonly MemberEndpoint[],
  reason: string,
): Promise<void> {
  for (const tx of workspaces)
    for (const { id, workspace_id: workspaceId, kind } of endpoints) {
      if (workspaceId !== tx.workspaceId) continue
      if (kind !== 'endpoint') await endInbox(tx, id)
      else {
        await lockEndpoint(tx, id)
        await disableEndpoint(tx, id, reason)
      }
    }
}

/** Ends the listeners that an API key opened. */
export async function endListenersOfKey(tx: LockedWorkspace, keyId: number): Promise<void> {
  const { sql, workspaceId } = tx
  const listeners = await sql.rows({ id: float })`
    SELECT endpoint.id::float8 AS id FROM webhook_endpoints AS endpoint
    JOIN test_inboxes AS inbox ON inbox.workspace_id = endpoint.workspace_id AND inbox.endpoint_id = endpoint.id
    WHERE endpoint.workspace_id = ${workspaceId} AND endpoint.created_by_key = ${keyId} AND endpoint.deleted_at IS NULL
      AND inbox.seen_at IS NOT NULL`
  for (const { id } of listeners) await endInbox(tx, id)
}
