import type { Sql } from '@matterbase/db'
import { roles } from '@matterbase/schemas'
import type { Permission } from '@matterbase/schemas'
import { requirePermission } from '../verbs/actor.ts'
import type { AccountActor, ByUser } from '../verbs/actor.ts'
import { RefusedError } from '../verbs/refused.ts'
import { holdRoles } from './members.ts'

/**
 * The signed-in member who acts, with the role that they have now and keep until the transaction ends: a member who is
 * removed or lowered at this moment cannot leave behind what the removal does not see. Undefined for other actors.
 *
 * @throws RefusedError signed_out; insufficient_scope when the role lacks `needed`.
 */
export async function holdActingMember(
  sql: Sql,
  { ownerUuid, by }: Pick<AccountActor, 'ownerUuid' | 'by'>,
  needed: Permission,
): Promise<ByUser | undefined> {
  if (by.kind !== 'user') return undefined
  const role = (await holdRoles(sql, ownerUuid, [by.id])).get(by.id)
  if (role === undefined)
    throw new RefusedError(
      'signed_out',
      'You are no longer a member of this account. Ask an owner to invite you again.',
    )
  const member = { ...by, role }
  requirePermission({ permissions: roles[role], by: member }, needed)
  return member
}
