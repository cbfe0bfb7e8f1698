import { holdRole } from '@matterbase/domain'
import type { Sql } from '@matterbase/db'
import { grantableScopes, roles } from '@matterbase/schemas'
import type { Role } from '@matterbase/schemas'
import { ApiError } from '../../http/errors/api-error.ts'
import type { Caller } from '../../http/operations/context.ts'
import { requirePermission } from '@matterbase/domain'
import { requireUser } from '../session/require-user.ts'

/**
 * Lets a caller give these scopes to a key, and answers who it is; in the transaction that makes the key,
 * with the role that they have then: a member who is being removed or lowered at this moment cannot keep a
 * key that nobody sees.
 *
 * @throws ApiError signed_out; insufficient_scope, naming the scopes that the role does not have itself.
 */
export async function requireGrantable(sql: Sql, caller: Caller, scopes: readonly string[]): Promise<string> {
  const user = requireUser(caller)
  const role = (await holdRole(sql, caller.ownerUuid, user.id)) as Role | undefined
  if (role === undefined) throw new ApiError('signed_out', 'You are no longer a member of this account')
  const permissions = roles[role]
  requirePermission({ permissions, by: { ...user, role } }, 'keys:write')
  const grantable: readonly string[] = grantableScopes(permissions)
  const beyond = scopes.filter((scope) => !grantable.includes(scope))
  if (beyond.length === 0) return user.id
  const message = `has what your role ${role} may not do itself: ${beyond.join(', ')}; an owner can make such a key`
  throw new ApiError('insufficient_scope', `scopes: ${message}`, {
    body: { details: [{ field: 'scopes', code: 'not_grantable', message }] },
  })
}
