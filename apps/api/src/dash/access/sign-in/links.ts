import { findAccountName, findLink, findUser } from '@matterbase/domain'
import type { Db } from '@matterbase/db'
import type { Begun } from '@matterbase/domain'
import type { SignInVisitor } from '../../../http/browser/visitor.ts'
import { acceptInvite } from './accept-invite.ts'
import type { LinkForm } from './open-link.ts'
import { resetPassword } from './reset-password.ts'
import { setUp } from './set-up.ts'

/** What the page behind a link shows. @throws RefusedError link_expired. */
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

/** Does what a link is for and begins a session. @throws RefusedError link_expired, validation_failed, and those of signing in. */
export async function followLink(db: Db, token: string, form: LinkForm, visitor: SignInVisitor): Promise<Begun> {
  const link = { ...(await findLink(db, token)), token }
  if (link.purpose === 'setup') return setUp(db, link, form, visitor)
  if (link.purpose === 'reset') return resetPassword(db, link, form, visitor)
  return acceptInvite(db, link, form, visitor)
}
