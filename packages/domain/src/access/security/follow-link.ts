import { randomUUID } from 'node:crypto'
import { advisoryLocks } from '@matterbase/db'
import type { Role } from '@matterbase/schemas'
import { hasAccount, insertAccount } from '../accounts/accounts.ts'
import { addMember } from '../members/members.ts'
import { linkExpired, takeLink } from '../sign-in/one-time-links.ts'
import { endSessionsOf } from '../sign-in/sessions.ts'
import { exposedMaxTier } from '../../core/storage/account-limits.ts'
import { addUser, setPassword } from '../sign-in/users.ts'
import type { Tx } from '../../core/write/transaction.ts'
import type { Visitor } from '../../core/verbs/actor.ts'
import { invalid } from '../../core/verbs/refused.ts'
import { accountVerb } from '../../core/verbs/verb.ts'
import { beginSession, entrant } from './sign-in.ts'
import type { Begun, Entrant } from './sign-in.ts'

type OwnTx = Pick<Tx, 'sql'>

interface NewUser {
  readonly email: string
  readonly name: string
  readonly passwordHash: string
}

interface Invited {
  /** The address of the invitation. */
  readonly token: string
  readonly ownerUuid: string
  readonly role: Role
  /** The person who joins: a user who has typed the password, or a new user. */
  readonly who: Entrant['user'] | NewUser
}

const join = accountVerb({
  allow: [],
  async run({ sql }, { ownerUuid, user: { id, email } }: Entrant, role: Role) {
    await addMember(sql, ownerUuid, id, role)
    return email
  },
  action: 'member.joined',
  note: (role, email) => ({ target: email, details: { role } }),
})

/** Uses up an invitation to an account and begins a session there. @throws RefusedError link_expired, validation_failed. */
export async function acceptInvite(tx: OwnTx, { token, ownerUuid, role, who }: Invited, from: Visitor): Promise<Begun> {
  await takeLink(tx.sql, token)
  const user = 'id' in who ? who : { id: await addUser(tx.sql, who), email: who.email, totp_enabled: false }
  const { id } = user
  // Another invitation created the user in the meantime, probably with another password.
  if (id === undefined) throw inviteRefused()
  const invited = entrant({ ...user, id }, ownerUuid, from)
  await join(tx, invited, role)
  return beginSession(tx, invited, {})
}

/**
 * The same error for all reasons, so that the holder of an invitation does not learn whether the address belongs to a
 * user.
 */
export const inviteRefused = () =>
  invalid(
    'password',
    'refused',
    'is not the password that you sign in with here. If you are new, choose one with at least 10 characters that is not your name, your email address or easy to guess',
  )

const openAccount = accountVerb({
  allow: [],
  async run({ sql }, { ownerUuid, user }: Entrant, { name, passwordHash }: Omit<NewUser, 'email'>) {
    // Only a server that other machines can reach has a setup link.
    const maxTier = exposedMaxTier
    await insertAccount(sql, { ownerUuid, userId: user.id, email: user.email, name, passwordHash, maxTier })
  },
  action: 'account.created',
  note: ({ name }) => ({ target: name }),
})

/**
 * Creates the first account and starts its owner's session. @throws RefusedError link_expired, also when an account
 * exists.
 */
export async function setUp(tx: OwnTx, token: string, owner: NewUser, from: Visitor): Promise<Begun> {
  await tx.sql.run`SELECT pg_advisory_xact_lock(${advisoryLocks.firstAccount})`
  if (await hasAccount(tx.sql)) throw linkExpired()
  await takeLink(tx.sql, token)
  const first = entrant({ id: randomUUID(), email: owner.email, totp_enabled: false }, randomUUID(), from)
  await openAccount(tx, first, owner)
  return beginSession(tx, first, {})
}

const setForgotten = accountVerb({
  allow: [],
  async run({ sql }, { user }: Entrant, passwordHash: string) {
    await setPassword(sql, user.id, passwordHash)
    await endSessionsOf(sql, user.id)
  },
  action: 'password.reset',
})

/** Sets a forgotten password, ends the user's sessions and starts a new one. @throws RefusedError link_expired. */
export async function resetPassword(tx: OwnTx, token: string, of: Entrant, passwordHash: string): Promise<Begun> {
  await takeLink(tx.sql, token)
  await setForgotten(tx, of, passwordHash)
  return beginSession(tx, of, {})
}
