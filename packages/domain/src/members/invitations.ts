import { text } from '@matterbase/db'
import type { Role } from '@matterbase/schemas'
import { normaliseEmail } from '../accounts/accounts.ts'
import { makeLink, withdrawInvites } from '../sign-in/one-time-links.ts'
import { findUser } from '../sign-in/users.ts'
import { conflict, invalid, notFound } from '../verbs/refused.ts'
import { accountVerb } from '../verbs/verb.ts'
import { listMembers } from './members.ts'

interface Invitation {
  readonly email: string
  readonly role: Role
  /** Where the dashboard is, without a trailing slash. */
  readonly publicUrl: string
}

/** Makes a link by which somebody joins the account. */
export const inviteMember = accountVerb({
  allow: ['members:write'],
  password: 'always',
  async run({ sql }, { ownerUuid }, { email: typed, role, publicUrl }: Invitation) {
    const email = normaliseEmail(typed)
    if ((await listMembers(sql, ownerUuid)).some((member) => member.email === email))
      throw invalid('email', 'taken', 'is a member already')
    // Only the newest invitation of an address is good: it has the role that was meant last.
    await withdrawInvites(sql, ownerUuid, { email })
    return { ...(await makeLink(sql, publicUrl, { purpose: 'invite', ownerUuid, email, role })), email }
  },
  action: 'member.invited',
  note: ({ role }, { email }) => ({ target: email, details: { role } }),
})

/** Takes an invitation back and answers whose it was. */
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

interface ResetOf {
  readonly userId: string
  readonly publicUrl: string
}

/** Makes a link that sets a new password of a member who is in no other account. */
export const makeMemberResetLink = accountVerb({
  allow: ['members:write'],
  password: 'always',
  async run({ sql }, { ownerUuid }, { userId, publicUrl }: ResetOf) {
    const accounts = await sql.rows({ owner_uuid: text })`
      SELECT owner_uuid::text FROM memberships WHERE user_id = ${userId}::text::uuid`
    if (!accounts.some(({ owner_uuid: uuid }) => uuid === ownerUuid)) throw notFound()
    // Their password opens the other accounts, too, which are not this owner's.
    if (accounts.length > 1)
      throw conflict(
        'They belong to another account as well; whoever runs this service can make the link: matterbase accounts reset-password',
      )
    const link = await makeLink(sql, publicUrl, { purpose: 'reset', userId })
    return { ...link, email: (await findUser(sql, { id: userId }))?.email ?? userId }
  },
  action: 'password.reset_link_made',
  note: (_of, { email }) => ({ target: email }),
})
