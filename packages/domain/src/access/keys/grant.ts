import type { Sql } from '@matterbase/db'
import { grantableScopes, roles } from '@matterbase/schemas'
import { holdActingMember } from '../../core/verbs/acting-member.ts'
import type { Actor } from '../../core/verbs/actor.ts'
import { RefusedError } from '../../core/verbs/refused.ts'

/**
 * Lets an actor give these scopes to a key, and returns the ID of the member, with the role of the moment at which the
 * key is made. The command line may give all scopes and is not a member.
 *
 * @throws RefusedError signed_out; insufficient_scope, naming the scopes that the role does not have itself.
 */
export async function requireGrantable(sql: Sql, actor: Actor, scopes: readonly string[]): Promise<string | undefined> {
  const member = await holdActingMember(sql, actor, 'keys:write')
  if (!member) return undefined
  const { id, role } = member
  const grantable: readonly string[] = grantableScopes(roles[role])
  const beyond = scopes.filter((scope) => !grantable.includes(scope))
  if (beyond.length === 0) return id
  const message = `contains scopes that your role ${role} does not have (${beyond.join(', ')}). An owner can create this API key`
  throw new RefusedError('insufficient_scope', `scopes: ${message}`, {
    details: [{ field: 'scopes', code: 'not_grantable', message }],
  })
}
