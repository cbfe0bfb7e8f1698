import { int } from '@matterbase/db'
import { roles } from '@matterbase/schemas'
import { holdActingMember } from '../../core/verbs/acting-member.ts'
import type { Tx } from '../../core/write/transaction.ts'
import type { Actor } from '../../core/verbs/actor.ts'
import { RefusedError } from '../../core/verbs/refused.ts'
import type { Reading } from './event-scopes.ts'

/** Who directs events to an address, with the permissions of this moment. */
export interface EndpointMaker extends Reading {
  /** The member. */
  readonly userId: string | null
  /** The API key. */
  readonly keyId: number | null
}

/**
 * The acting member or API key, which stays a member, or valid, until the transaction ends: a removal or revocation at
 * this moment either is complete already, or sees the endpoint.
 *
 * @throws RefusedError signed_out, invalid_key, insufficient_scope.
 */
export async function holdMaker(
  { sql, workspaceId }: Pick<Tx, 'sql' | 'workspaceId'>,
  actor: Actor,
): Promise<EndpointMaker> {
  const { by, permissions } = actor
  const member = await holdActingMember(sql, actor, 'webhooks:write')
  if (member) return { by: member, permissions: roles[member.role], userId: member.id, keyId: null }
  if (by.kind !== 'key') return { by, permissions, userId: null, keyId: null }
  const [key] = await sql.rows({ id: int })`
    SELECT id FROM api_keys WHERE workspace_id = ${workspaceId} AND id = ${by.id} AND revoked_at IS NULL FOR SHARE`
  if (!key) throw new RefusedError('invalid_key', 'This API key was revoked. Use another one.')
  return { by, permissions, userId: null, keyId: by.id }
}
