import { transaction } from '@matterbase/db'
import type { Db } from '@matterbase/db'
import { acceptInvite as accept, hashPassword, inviteRefused, linkExpired, passwordProblem } from '@matterbase/domain'
import type { Begun } from '@matterbase/domain'
import type { SignInVisitor } from '../../../http/browser/visitor.ts'
import type { LinkForm, OpenLink } from './open-link.ts'
import { tryPassword } from '../session/password.ts'

/**
 * Joins an account: with the password they have where the invited are known, else with a new one. What will
 * not do is refused in the same words, after the same work, so that whoever holds the link does not learn from
 * it whether somebody has the address.
 */
export async function acceptInvite(db: Db, link: OpenLink, form: LinkForm, visitor: SignInVisitor): Promise<Begun> {
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
