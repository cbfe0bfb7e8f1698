import { transaction } from '@matterbase/db'
import type { Db } from '@matterbase/db'
import { beginSession, entrant } from '@matterbase/domain'
import type { Begun } from '@matterbase/domain'
import type { SignInVisitor } from '../../../http/browser/visitor.ts'
import { requirePassword, wrongCredentials } from '../session/password.ts'
import type { Credentials } from '../session/password.ts'

/** A session for the user with this email and password. @throws ApiError wrong_credentials, rate_limited. */
export async function signInWithPassword(db: Db, credentials: Credentials, visitor: SignInVisitor): Promise<Begun> {
  const user = await requirePassword(db, credentials, visitor)
  const { owner_uuid: ownerUuid } = user
  if (ownerUuid === null) throw wrongCredentials()
  return transaction(db, (sql) => beginSession({ sql }, entrant(user, ownerUuid, visitor), {}))
}
