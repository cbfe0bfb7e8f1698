import { findUser, hashPassword, isOutdatedHash, keepHash, passwordProblem, verifyPassword } from '@matterbase/db'
import type { Db, SignInUser } from '@matterbase/db'
import { ApiError, validationFailed } from '../../http/api-error.ts'
import type { SignInVisitor } from '../visitor.ts'
import { beginSession } from './begin-session.ts'
import type { Begun } from './begin-session.ts'
import { admitTry } from './tries.ts'

export interface Credentials {
  readonly email: string
  readonly password: string
}

/** A session of whoever gives the right password. @throws ApiError wrong_credentials, rate_limited. */
export async function signInWithPassword(db: Db, credentials: Credentials, visitor: SignInVisitor): Promise<Begun> {
  const user = await requirePassword(db, credentials, visitor)
  if (user.owner_uuid === null) throw wrongCredentials()
  return beginSession(db, user, user.owner_uuid, visitor)
}

/**
 * The user whose email and password these are.
 * @throws ApiError wrong_credentials, which does not say what is wrong; rate_limited.
 */
export async function requirePassword(
  db: Db,
  { email, password }: Credentials,
  visitor: SignInVisitor,
): Promise<SignInUser> {
  const attempt = await admitTry(db, email, 'password', visitor)
  const user = await findUser(db, { email })
  // As much work for an address that nobody has.
  const isRight = await verifyPassword(password, user?.password_hash ?? (await nobodysHash()))
  if (!user || !isRight) {
    await attempt.refuse('wrong password')
    throw wrongCredentials()
  }
  await attempt.forgive()
  if (isOutdatedHash(user.password_hash)) await keepHash(db, user.id, await hashPassword(password))
  return user
}

/** The hash of a new password. @throws ApiError validation_failed naming `field` when it will not do. */
export async function newPasswordHash(
  field: string,
  password: string,
  whose: { email: string; name: string },
): Promise<string> {
  const problem = passwordProblem(password, whose)
  if (problem !== undefined) throw validationFailed([{ field, code: 'weak', message: problem }])
  return hashPassword(password)
}

const wrongCredentials = () => new ApiError('wrong_credentials', 'The email address or the password is wrong')

let hash: Promise<string> | undefined
const nobodysHash = () => (hash ??= hashPassword('Nobody has this password, whose hash costs what others cost'))
