import { oneOf, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { roleNames, roles } from '@matterbase/schemas'
import type { Permission, Role } from '@matterbase/schemas'
import { requirePermission } from './actor.ts'
import type { AccountActor, ByUser } from './actor.ts'
import { RefusedError } from './refused.ts'

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

/**
 * The roles of these users in the account, which stay so until the transaction ends. A removal of one of them either is
 * complete already, or waits for this transaction and sees what it wrote. A user who is not a member is left out.
 */
export async function holdRoles(
  sql: Sql,
  ownerUuid: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Role>> {
  const rows = await sql.rows({ user_id: text, role: oneOf(roleNames) })`
    SELECT user_id::text, role FROM memberships
    WHERE owner_uuid = ${ownerUuid}::text::uuid AND user_id = ANY (${[...userIds]}::text[]::uuid[])
    ORDER BY user_id FOR SHARE`
  return new Map(rows.map(({ user_id: id, role }) => [id, role]))
}
