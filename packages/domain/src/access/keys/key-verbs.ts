import { scopes as allScopes, grantableScopes, roles } from '@matterbase/schemas'
import { named } from '../../core/verbs/actor.ts'
import type { Actor } from '../../core/verbs/actor.ts'
import { conflict, invalid, notFound, RefusedError } from '../../core/verbs/refused.ts'
import { verb } from '../../core/verbs/verb.ts'
import { endListenersOfKey } from '../../integrations/webhooks/member-endpoints.ts'
import { requireMember } from '../members/members.ts'
import { readKey } from './key-details.ts'
import type { KeyDetails } from './key-details.ts'
import { replaceKey } from './key-rotation.ts'
import { addKey, endKey } from './keys.ts'
import type { NewKey } from './keys.ts'
import type { Sql } from '@matterbase/db'
import { holdActingMember } from '../../core/verbs/acting-member.ts'

interface KeyToCreate extends NewKey {
  /** ISO 8601; refused from then on. Default: never. */
  readonly expires?: string | null | undefined
}

/** Creates an API key with scopes that the actor may give, and returns its secret, which is shown only once. */
export const createKey = verb({
  allow: ['keys:write'],
  async run({ sql }, actor, { name, tier = 'free', scopes = allScopes, expires = null, actsFor = null }: KeyToCreate) {
    const { workspaceId, environment } = actor
    const expiresAt = expires === null ? undefined : requireFuture(expires)
    const createdBy = await requireGrantable(sql, actor, scopes)
    if (actsFor !== null) await requireMember(sql, actor.ownerUuid, { userId: actsFor, field: 'acts_for' })
    return addKey(sql, { workspaceId, environment, name, scopes, tier, createdBy, expiresAt, actsFor })
  },
  action: 'key.created',
  note: ({ scopes, tier = 'free', expires = null }, created) => ({
    target: named(created),
    details: { scopes, tier, expires, ...(created.acts_for !== null && { acts_for: created.acts_for }) },
  }),
})

interface Rotation {
  readonly id: number
  /** How long the old key stays valid. 0 ends it immediately. */
  readonly overlapHours: number
}

/** Replaces an active API key by a new key with the same name, scopes and tier. */
export const rotateKey = verb({
  allow: ['keys:write'],
  async run(tx, actor, { id, overlapHours }: Rotation) {
    const { sql } = tx
    const { workspaceId, environment } = actor
    const old = await readKey(sql, workspaceId, id)
    if (!old) throw notFound()
    const createdBy = await requireGrantable(sql, actor, old.scopes)
    const rotated = await replaceKey(sql, {
      workspaceId,
      ownerUuid: actor.ownerUuid,
      environment,
      id,
      overlapHours,
      createdBy,
    })
    if (rotated && overlapHours <= 0) await endListenersOfKey(tx, id)
    if (rotated) return rotated
    throw conflict(`The API key ${old.name} is ${whyNot(old)}. Only an active API key can be rotated.`)
  },
  action: 'key.rotated',
  note: ({ id }, { key, previousExpiresAt }) => ({
    target: named(key),
    details: { from: id, to: key.id, previous_expires_at: previousExpiresAt.toISOString() },
  }),
})

/** Revokes a key, which is refused from then on, and ends its listeners. */
export const revokeKey = verb({
  allow: ['keys:write'],
  async run(tx, { workspaceId }, id: number) {
    const before = await readKey(tx.sql, workspaceId, id)
    const revokedAt = before && (await endKey(tx.sql, workspaceId, id))
    if (!revokedAt) throw notFound()
    await endListenersOfKey(tx, id)
    return { revokedAt, before }
  },
  action: 'key.revoked',
  note: (_id, { before }) => (before.state === 'revoked' ? undefined : { target: named(before) }),
})

function whyNot({ state, replaced_by: replacedBy }: KeyDetails): string {
  return state === 'active' && replacedBy !== null ? `already replaced by API key ${replacedBy}` : state
}

function requireFuture(moment: string): Date {
  const at = new Date(moment)
  if (at.getTime() > Date.now()) return at
  throw invalid('expires_at', 'out_of_range', 'must be in the future')
}

/**
 * Lets an actor give these scopes to a key, and returns the ID of the member, with the role of the moment at which the
 * key is made. The command line may give all scopes and is not a member.
 *
 * @throws RefusedError signed_out; insufficient_scope, naming the scopes that the role does not have itself.
 */
async function requireGrantable(sql: Sql, actor: Actor, scopes: readonly string[]): Promise<string | undefined> {
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
