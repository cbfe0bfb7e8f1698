import { transaction } from '@matterbase/db'
import { addMember, addUser, hashPassword, passwordProblem, recordAudit, takeLink } from '@matterbase/domain'
import type { Db, Sql } from '@matterbase/db'
import { validationFailed } from '../../http/errors/api-error.ts'
import type { SignInVisitor } from '../../http/browser/visitor.ts'
import { beginSession } from './begin-session.ts'
import type { Begun, SignedInUser } from './begin-session.ts'
import { linkExpired } from './open-link.ts'
import type { LinkForm, OpenLink } from './open-link.ts'
import { tryPassword } from '../session/password.ts'

/**
 * Joins an account: with the password they have where the invited are known, else with a new one. What will
 * not do is refused in the same words, after the same work, so that whoever holds the link does not learn from
 * it whether somebody has the address.
 */
export async function acceptInvite(db: Db, link: OpenLink, form: LinkForm, visitor: SignInVisitor): Promise<Begun> {
  const { owner_uuid: ownerUuid, email, role } = link
  if (ownerUuid === null || email === null || role === null) throw linkExpired()
  const { password } = form
  const name = form.name?.trim() || email.slice(0, email.indexOf('@'))
  const isChoosable = passwordProblem(password, { email, name }) === undefined
  const found = await tryPassword(db, { email, password }, visitor, () => (isChoosable ? 'nobody yet' : undefined))
  if (found === undefined) throw refused()
  const enter =
    found === 'nobody yet' ? newUser({ email, name, passwordHash: await hashPassword(password) }) : async () => found
  const { ip, userAgent } = visitor
  return transaction(db, async (sql) => {
    if (!(await takeLink(sql, link.token))) throw linkExpired()
    const user = await enter(sql)
    await addMember(sql, ownerUuid, user.id, role)
    const entry = { ownerUuid, userId: user.id, actor: user.email, ip, userAgent }
    await recordAudit(sql, { ...entry, action: 'member.joined', target: user.email, details: { role } })
    return beginSession(sql, user, ownerUuid, { ip, userAgent })
  })
}

function newUser(user: { email: string; name: string; passwordHash: string }): (sql: Sql) => Promise<SignedInUser> {
  return async (sql) => {
    const id = await addUser(sql, user)
    // Made in the meantime, by another invitation: with another password, as far as anybody can tell.
    if (id === undefined) throw refused()
    return { id, email: user.email, totp_enabled: false }
  }
}

const refused = () =>
  validationFailed([
    {
      field: 'password',
      code: 'refused',
      message:
        'is not the one you sign in with here; if you are new here, it must have at least 10 characters and not be your name, your email address or easy to guess',
    },
  ])
