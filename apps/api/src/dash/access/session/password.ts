import {
  findUser,
  hashPassword,
  isOutdatedHash,
  passwordProblem,
  setPasswordHash,
  verifyPassword,
} from '@matterbase/domain'
import type { Db } from '@matterbase/db'
import type { SignInUser } from '@matterbase/domain'
import { ApiError, validationFailed } from '../../../http/errors/api-error.ts'
import type { SignInVisitor } from '../../../http/browser/visitor.ts'
import { admitAttempt } from './sign-in-attempt.ts'

export interface Credentials {
  readonly email: string
  readonly password: string
}

/**
 * Finds the user with this email address and password.
 * @throws ApiError wrong_credentials, for an unknown address as well; rate_limited.
 */
export async function requirePassword(
  db: Db,
  { email, password }: Credentials,
  visitor: SignInVisitor,
): Promise<SignInUser> {
  const user = await tryPassword(db, { email, password }, visitor, () => undefined)
  if (!user) throw wrongCredentials()
  return user
}

/**
 * Finds the user with this email address and password. Returns the result of `orElse` for an unknown address, and
 * undefined for a wrong password. All three have the same limits and take the same time.
 *
 * @throws ApiError rate_limited.
 */
export async function tryPassword<T>(
  db: Db,
  { email, password }: Credentials,
  visitor: SignInVisitor,
  orElse: () => T | undefined,
): Promise<SignInUser | T | undefined> {
  const attempt = await admitAttempt(db, email, 'password', visitor)
  const user = await findUser(db, { email })
  const isRight = await verifyPassword(password, user?.password_hash ?? (await decoyHash()))
  const other = user ? undefined : orElse()
  if (!(user && isRight) && other === undefined) {
    await attempt.recordFailure('wrong password')
    return undefined
  }
  await attempt.recordSuccess()
  if (user && isOutdatedHash(user.password_hash)) await setPasswordHash(db, user.id, await hashPassword(password))
  return user ?? other
}

/** The hash of a new password. @throws ApiError validation_failed naming `field` for a weak password. */
export async function newPasswordHash(
  field: string,
  password: string,
  whose: { email: string; name: string },
): Promise<string> {
  const problem = passwordProblem(password, whose)
  if (problem !== undefined) throw validationFailed([{ field, code: 'weak', message: problem }])
  return hashPassword(password)
}

export const wrongCredentials = () => new ApiError('wrong_credentials', 'The email address or the password is wrong')

let hash: Promise<string> | undefined
const decoyHash = () =>
  (hash ??= hashPassword('No user has this password. Its hash takes as long as the hash of a user.'))
