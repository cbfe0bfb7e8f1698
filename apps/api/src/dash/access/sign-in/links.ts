import { text } from '@matterbase/db'
import { findLink, findUser } from '@matterbase/domain'
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
  // Whether somebody has an invited address is not looked up: who sends an invitation holds its link.
  const user = link.user_id === null ? undefined : await findUser(db, { id: link.user_id })
  const [account] = await db.rows({ name: text })`
    SELECT name FROM accounts WHERE owner_uuid = ${link.owner_uuid}::text::uuid`
  return {
    purpose: link.purpose,
    email: user?.email ?? link.email,
    account_name: account?.name ?? null,
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
