import { bool, oneOf } from '@matterbase/db'
import type { Sealer, Sql } from '@matterbase/db'
import { mayGiveRole, roleNames } from '@matterbase/schemas'
import type { Role } from '@matterbase/schemas'
import { normaliseEmail } from '../accounts/accounts.ts'
import { makeLink, withdrawInvites } from '../sign-in/one-time-links.ts'
import { findUser } from '../sign-in/users.ts'
import { conflict, invalid, notFound, RefusedError } from '../../core/verbs/refused.ts'
import { accountVerb } from '../../core/verbs/verb.ts'
import { holdActingMember } from '../../core/verbs/acting-member.ts'
import { mailLink } from './link-mails.ts'
import { listMembers } from './members.ts'

interface LinkDeps {
  /** Where the dashboard is, without a trailing slash. */
  readonly publicUrl: string
  /** Seals the link that is emailed. Undefined where the server sends no email: then the caller hands the link over. */
  readonly sealer: Sealer | undefined
}

interface Invitation extends LinkDeps {
  readonly email: string
  readonly role: Role
}

/** Creates a link that invites an email address to the account. The URL is null when the link was emailed. */
export const inviteMember = accountVerb({
  allow: ['members:write'],
  async run({ sql }, actor, { email: typed, role, publicUrl, sealer }: Invitation) {
    const { ownerUuid } = actor
    const maker = await holdActingMember(sql, actor, 'members:write')
    if (maker) requireGiving(maker.role, role)
    const email = normaliseEmail(typed)
    if ((await listMembers(sql, ownerUuid)).some((member) => member.email === email))
      throw invalid('email', 'taken', 'is already a member of this account')
    // Only the newest invitation of an address is good: it has the role that was meant last.
    await withdrawInvites(sql, ownerUuid, { email })
    const link = await makeLink(sql, publicUrl, { purpose: 'invite', ownerUuid, email, role, createdBy: maker?.id })
    if (sealer) await mailLink(sql, sealer, { kind: 'invitation', ownerUuid, link, to: email, role, by: maker })
    return { ...link, email, url: sealer ? null : link.url }
  },
  action: 'member.invited',
  note: ({ role, sealer }, { email }) => ({ target: email, details: { role, is_emailed: sealer !== undefined } }),
})

/** Withdraws an invitation and returns its email address. */
export const withdrawInvite = accountVerb({
  allow: ['members:write'],
  async run({ sql }, { ownerUuid }, id: string) {
    const [email] = await withdrawInvites(sql, ownerUuid, { id })
    if (email === undefined) throw notFound()
    return email
  },
  action: 'member.invite_withdrawn',
  note: (_id, email) => ({ target: email }),
})

interface ResetOf extends LinkDeps {
  readonly userId: string
}

/**
 * Creates a link that sets a member's password. The URL is null when the link was emailed. Without email, the URL is
 * shown only on a server with one account, because the password can open other accounts of the member. A refusal for
 * members of other accounts only would reveal those accounts.
 */
export const makeMemberResetLink = accountVerb({
  allow: ['members:write'],
  async run({ sql }, actor, { userId, publicUrl, sealer }: ResetOf) {
    const { ownerUuid } = actor
    const maker = await holdActingMember(sql, actor, 'members:write')
    const [membership] = await sql.rows({ role: oneOf(roleNames) })`
      SELECT role FROM memberships WHERE user_id = ${userId}::text::uuid AND owner_uuid = ${ownerUuid}::text::uuid`
    if (!membership) throw notFound()
    if (maker) requireGiving(maker.role, membership.role)
    if (!sealer && (await hasSeveralAccounts(sql)))
      throw conflict(
        'This server sends no email and has several accounts. Ask its operator for a link that sets a new password (matterbase accounts reset-password).',
      )
    const link = await makeLink(sql, publicUrl, { purpose: 'reset', userId, ownerUuid, createdBy: maker?.id })
    const email = (await findUser(sql, { id: userId }))?.email ?? userId
    if (sealer) await mailLink(sql, sealer, { kind: 'password_reset', ownerUuid, link, to: email, by: maker })
    return { ...link, email, url: sealer ? null : link.url }
  },
  action: 'password.reset_link_made',
  note: ({ sealer }, { email }) => ({ target: email, details: { is_emailed: sealer !== undefined } }),
})

async function hasSeveralAccounts(sql: Sql): Promise<boolean> {
  const [server] = await sql.rows({ is_shared: bool })`SELECT count(*) > 1 AS is_shared FROM accounts`
  return server?.is_shared === true
}

/** @throws RefusedError insufficient_scope when the role would give more than it has. */
export function requireGiving(own: Role, given: Role): void {
  if (!mayGiveRole(own, given))
    throw new RefusedError('insufficient_scope', `Your role ${own} cannot give the role ${given}. Ask an owner.`)
}
