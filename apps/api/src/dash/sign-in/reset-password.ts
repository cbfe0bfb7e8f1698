import { transaction } from '@matterbase/db'
import { endSessionsOf, findUser, recordAudit, setPassword, takeLink } from '@matterbase/domain'
import type { Db } from '@matterbase/db'
import type { Visitor } from '../../http/browser/visitor.ts'
import { beginSession } from './begin-session.ts'
import type { Begun } from './begin-session.ts'
import { linkExpired } from './open-link.ts'
import type { LinkForm, OpenLink } from './open-link.ts'
import { newPasswordHash } from '../session/password.ts'

/** Another password for who forgot theirs; whoever is signed in with the old one no longer is. */
export async function resetPassword(db: Db, link: OpenLink, form: LinkForm, visitor: Visitor): Promise<Begun> {
  const user = link.user_id === null ? undefined : await findUser(db, { id: link.user_id })
  const ownerUuid = user?.owner_uuid
  if (!user || !ownerUuid) throw linkExpired()
  const passwordHash = await newPasswordHash('password', form.password, user)
  return transaction(db, async (sql) => {
    if (!(await takeLink(sql, link.token))) throw linkExpired()
    await setPassword(sql, user.id, passwordHash)
    await endSessionsOf(sql, user.id)
    await recordAudit(sql, { ownerUuid, userId: user.id, actor: user.email, action: 'password.reset', ...visitor })
    return beginSession(sql, user, ownerUuid, visitor)
  })
}
