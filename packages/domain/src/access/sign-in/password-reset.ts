import { transaction } from '@matterbase/db'
import type { Db } from '@matterbase/db'
import { permissions } from '@matterbase/schemas'
import { accountVerb } from '../../core/verbs/verb.ts'
import { makeLink } from './one-time-links.ts'
import type { MadeLink } from './one-time-links.ts'
import { findUser, removeTotp } from './users.ts'
import type { SignInUser } from './users.ts'

export interface ResetOptions {
  /** Who has forgotten their password. */
  readonly email: string
  /** Where the dashboard is, without a trailing slash. */
  readonly publicUrl: string
  /** Takes the second factor away as well. Default false. */
  readonly withoutSecondFactor?: boolean
}

const resetLink = accountVerb({
  allow: ['members:write'],
  run: ({ sql }, _actor, { user, publicUrl }: { user: SignInUser; publicUrl: string }) =>
    makeLink(sql, publicUrl, { purpose: 'reset', userId: user.id }),
  action: 'password.reset_link_made',
  note: ({ user }) => ({ target: user.email }),
})

const takeTotpAway = accountVerb({
  allow: ['members:write'],
  run: ({ sql }, _actor, user: SignInUser) => removeTotp(sql, user.id),
  action: 'two_factor.disabled',
  note: (user, wasOn) => (wasOn ? { target: user.email } : undefined),
})

/**
 * Creates a link that sets a new password. The operator passes the link on.
 * @throws Error when the address does not belong to a user.
 */
export async function makeResetLink(
  db: Db,
  { email, publicUrl, withoutSecondFactor = false }: ResetOptions,
): Promise<MadeLink> {
  return transaction(db, async (sql) => {
    const user = await findUser(sql, { email })
    // A user without an account cannot sign in either.
    if (!user?.owner_uuid) throw new Error(`No user signs in as ${email.trim().toLowerCase()}`)
    const actor = { ownerUuid: user.owner_uuid, permissions, by: { kind: 'system', name: 'command line' } } as const
    const link = await resetLink({ sql }, actor, { user, publicUrl })
    if (withoutSecondFactor) await takeTotpAway({ sql }, actor, user)
    return link
  })
}
