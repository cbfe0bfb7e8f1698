import { transaction } from '@matterbase/db'
import type { Db } from '@matterbase/db'
import { entrant, findUser, linkExpired, resetPassword as reset } from '@matterbase/domain'
import type { Begun, Visitor } from '@matterbase/domain'
import type { LinkForm, OpenLink } from './open-link.ts'
import { newPasswordHash } from '../session/password.ts'

/** Another password for who forgot theirs; whoever is signed in with the old one no longer is. */
export async function resetPassword(db: Db, link: OpenLink, form: LinkForm, visitor: Visitor): Promise<Begun> {
  const user = link.user_id === null ? undefined : await findUser(db, { id: link.user_id })
  if (!user?.owner_uuid) throw linkExpired()
  const of = entrant(user, user.owner_uuid, visitor)
  const passwordHash = await newPasswordHash('password', form.password, user)
  return transaction(db, (sql) => reset({ sql }, link.token, of, passwordHash))
}
