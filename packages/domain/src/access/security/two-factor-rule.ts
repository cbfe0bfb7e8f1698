import { bool, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { holdActingMember } from '../../core/verbs/acting-member.ts'
import { requireUser } from '../../core/verbs/actor.ts'
import { conflict } from '../../core/verbs/refused.ts'
import { accountVerb } from '../../core/verbs/verb.ts'

/** Requires two-factor authentication of every member, or no longer. An owner must have it before. */
export const requireTwoFactor = accountVerb({
  allow: ['members:write'],
  password: 'always',
  async run({ sql }, actor, isRequired: boolean) {
    await holdActingMember(sql, actor, 'members:write')
    if (isRequired && !(await holdTwoFactor(sql, requireUser(actor).id)))
      throw conflict('Set up two-factor authentication for yourself first, under Settings → Security.')
    const changed = await sql.run`
      UPDATE accounts SET requires_two_factor = ${isRequired}
      WHERE owner_uuid = ${actor.ownerUuid}::text::uuid AND requires_two_factor <> ${isRequired}`
    return changed === 1
  },
  action: 'two_factor.required',
  note: (isRequired, hasChanged) =>
    hasChanged ? { action: isRequired ? 'two_factor.required' : 'two_factor.not_required' } : undefined,
})

/** True if a user has two-factor authentication. Locks the answer until the transaction ends. */
export async function holdTwoFactor(sql: Sql, userId: string): Promise<boolean> {
  const [user] = await sql.rows({ totp_enabled: bool })`
    SELECT totp_enabled_at IS NOT NULL AS totp_enabled FROM users WHERE id = ${userId}::text::uuid FOR UPDATE`
  return user?.totp_enabled === true
}

/** True if every member of an account needs two-factor authentication. */
export async function requiresTwoFactor(sql: Sql, ownerUuid: string): Promise<boolean> {
  const [account] = await sql.rows({ is_required: bool })`
    SELECT requires_two_factor AS is_required FROM accounts WHERE owner_uuid = ${ownerUuid}::text::uuid`
  return account?.is_required === true
}

/** The names of a user's accounts that require two-factor authentication. */
export async function accountsRequiringTwoFactor(sql: Sql, userId: string): Promise<readonly string[]> {
  const accounts = await sql.rows({ name: text })`
    SELECT accounts.name FROM memberships JOIN accounts USING (owner_uuid)
    WHERE user_id = ${userId}::text::uuid AND requires_two_factor AND closed_at IS NULL
    ORDER BY memberships.created_at`
  return accounts.map(({ name }) => name)
}
