import { addMember, addUser, findUser, recordAudit, takeLink, transaction } from '@matterbase/db'
import type { Db, Sql } from '@matterbase/db'
import { validationFailed } from '../../http/api-error.ts'
import type { SignInVisitor } from '../visitor.ts'
import { beginSession } from './begin-session.ts'
import type { Begun, SignedInUser } from './begin-session.ts'
import { linkExpired } from './link-expired.ts'
import type { LinkForm, OpenLink } from './links.ts'
import { newPasswordHash, requirePassword } from './password.ts'

/** Joins an account: with the password they have where the invited are known, else with a new one. */
export async function acceptInvite(db: Db, link: OpenLink, form: LinkForm, visitor: SignInVisitor): Promise<Begun> {
  const { owner_uuid: ownerUuid, email, role } = link
  if (ownerUuid === null || email === null || role === null) throw linkExpired()
  const known = await findUser(db, { email })
  const enter = known
    ? await requirePassword(db, { email, password: form.password }, visitor).then((user) => async () => user)
    : await newUser(email, form)
  return transaction(db, async (sql) => {
    if (!(await takeLink(sql, link.token))) throw linkExpired()
    const user = await enter(sql)
    await addMember(sql, ownerUuid, user.id, role)
    const entry = { ownerUuid, userId: user.id, actor: user.email, ...visitor }
    await recordAudit(sql, { ...entry, action: 'member.joined', target: user.email, details: { role } })
    return beginSession(sql, user, ownerUuid, visitor)
  })
}

async function newUser(email: string, form: LinkForm): Promise<(sql: Sql) => Promise<SignedInUser>> {
  const name = form.name?.trim() ?? ''
  if (name === '') throw validationFailed([{ field: 'name', code: 'required', message: 'is required' }])
  const passwordHash = await newPasswordHash('password', form.password, { email, name })
  return async (sql) => {
    const id = await addUser(sql, { email, name, passwordHash })
    // Made in the meantime, by another invitation.
    if (id === undefined) throw linkExpired()
    return { id, email, totp_enabled: false }
  }
}
