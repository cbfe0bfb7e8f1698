import type { Db } from '@matterbase/db'
import type { SignInVisitor } from '../../http/browser/visitor.ts'
import { requirePassword, wrongCredentials } from '../session/password.ts'
import type { Credentials } from '../session/password.ts'
import { beginSession } from './begin-session.ts'
import type { Begun } from './begin-session.ts'

/** A session for the user with this email and password. @throws ApiError wrong_credentials, rate_limited. */
export async function signInWithPassword(db: Db, credentials: Credentials, visitor: SignInVisitor): Promise<Begun> {
  const user = await requirePassword(db, credentials, visitor)
  if (user.owner_uuid === null) throw wrongCredentials()
  return beginSession(db, user, user.owner_uuid, visitor)
}
