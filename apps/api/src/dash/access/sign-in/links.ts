import {
  findAccountName,
  findLink,
  findUser,
  normaliseEmail,
  setUp as open,
  entrant,
  linkExpired,
  resetPassword as reset,
  acceptInvite as accept,
  hashPassword,
  inviteRefused,
  passwordProblem,
} from '@matterbase/domain'
import type { Begun, OneTimeLink, Visitor } from '@matterbase/domain'
import { transaction } from '@matterbase/db'
import type { Db } from '@matterbase/db'
import type { SignInVisitor } from '../../../http/browser/visitor.ts'
import { text, isEmailAddress } from '@matterbase/schemas'
import { z } from 'zod'
import { validationFailed } from '../../../http/errors/api-error.ts'
import { newPasswordHash, tryPassword } from '../session/password.ts'

/** The details that the page of a link shows. @throws RefusedError link_expired. */
export async function describeLink(db: Db, token: string) {
  const link = await findLink(db, token)
  // An invited address is not looked up. The sender of the invitation has its link, and must not learn who is a user.
  const user = link.user_id === null ? undefined : await findUser(db, { id: link.user_id })
  return {
    purpose: link.purpose,
    email: user?.email ?? link.email,
    account_name: (await findAccountName(db, link.owner_uuid)) ?? null,
    role: link.role,
  }
}

/** Follows a link and starts a session. @throws RefusedError link_expired, validation_failed, and the errors of sign-in. */
export async function followLink(db: Db, token: string, form: LinkForm, visitor: SignInVisitor): Promise<Begun> {
  const link = { ...(await findLink(db, token)), token }
  if (link.purpose === 'setup') return setUp(db, link, form, visitor)
  if (link.purpose === 'reset') return resetPassword(db, link, form, visitor)
  return acceptInvite(db, link, form, visitor)
}

/** The form of a link. The purpose of the link decides which fields are required. */
export const LinkForm = z.object({
  email: text(254).optional(),
  name: text(255).optional(),
  password: z.string().max(1024),
})

export type LinkForm = z.output<typeof LinkForm>

/** A valid link with its token. */
interface OpenLink extends OneTimeLink {
  readonly token: string
}

/** Creates the first account and its owner. @throws RefusedError when an account exists. */
async function setUp(db: Db, link: OpenLink, form: LinkForm, visitor: Visitor): Promise<Begun> {
  const email = normaliseEmail(form.email ?? '')
  const name = form.name?.trim() ?? ''
  if (!isEmailAddress(email) || email.length > 254)
    throw validationFailed([{ field: 'email', code: 'invalid_format', message: 'must be an email address' }])
  if (name === '') throw validationFailed([{ field: 'name', code: 'required', message: 'is required' }])
  const passwordHash = await newPasswordHash('password', form.password, { email, name })
  return transaction(db, (sql) => open({ sql }, link.token, { email, name, passwordHash }, visitor))
}

/** Sets a new password, and ends the sessions with the old one. */
async function resetPassword(db: Db, link: OpenLink, form: LinkForm, visitor: Visitor): Promise<Begun> {
  const user = link.user_id === null ? undefined : await findUser(db, { id: link.user_id })
  if (!user?.owner_uuid) throw linkExpired()
  const of = entrant(user, user.owner_uuid, visitor)
  const passwordHash = await newPasswordHash('password', form.password, user)
  return transaction(db, (sql) => reset({ sql }, link.token, of, passwordHash))
}

/**
 * Joins an account with the user's existing password, or as a new user. All refusals have the same message and take
 * the same time, so that the holder of the link does not learn whether the address belongs to a user.
 */
async function acceptInvite(db: Db, link: OpenLink, form: LinkForm, visitor: SignInVisitor): Promise<Begun> {
  const { token, owner_uuid: ownerUuid, email, role } = link
  if (ownerUuid === null || email === null || role === null) throw linkExpired()
  const { password } = form
  const name = form.name?.trim() || email.slice(0, email.indexOf('@'))
  const isChoosable = passwordProblem(password, { email, name }) === undefined
  const found = await tryPassword(db, { email, password }, visitor, () => (isChoosable ? 'new user' : undefined))
  if (found === undefined) throw inviteRefused()
  const who = found === 'new user' ? { email, name, passwordHash: await hashPassword(password) } : found
  return transaction(db, (sql) => accept({ sql }, { token, ownerUuid, role, who }, visitor))
}
