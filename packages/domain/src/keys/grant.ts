import type { Sql } from '@matterbase/db'
import { grantableScopes, roles } from '@matterbase/schemas'
import type { Role } from '@matterbase/schemas'
import { holdRole } from '../members/members.ts'
import { requirePermission } from '../verbs/actor.ts'
import type { Actor } from '../verbs/actor.ts'
import { RefusedError } from '../verbs/refused.ts'

/**
 * Lets an actor give these scopes to a key, and answers which user it is; in the transaction that makes the key,
 * with the role that they have then: a member who is being removed or lowered at this moment cannot keep a
 * key that nobody sees. The command line may give all of them and is no user.
 *
 * @throws RefusedError signed_out; insufficient_scope, naming the scopes that the role does not have itself.
 */
export async function requireGrantable(
  sql: Sql,
  { ownerUuid, by }: Actor,
  scopes: readonly string[],
): Promise<string | undefined> {
  if (by.kind !== 'user') return undefined
  const role = (await holdRole(sql, ownerUuid, by.id)) as Role | undefined
  if (role === undefined) throw new RefusedError('signed_out', 'You are no longer a member of this account')
  const permissions = roles[role]
  requirePermission({ permissions, by: { ...by, role } }, 'keys:write')
  const grantable: readonly string[] = grantableScopes(permissions)
  const beyond = scopes.filter((scope) => !grantable.includes(scope))
  if (beyond.length === 0) return by.id
  const message = `has what your role ${role} may not do itself: ${beyond.join(', ')}; an owner can make such a key`
  throw new RefusedError('insufficient_scope', `scopes: ${message}`, {
    details: [{ field: 'scopes', code: 'not_grantable', message }],
  })
}
