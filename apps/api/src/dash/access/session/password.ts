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
import { admitTry } from './tries.ts'

export interface Credentials {
  readonly email: string
  readonly password: string
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
  const user = await tryPassword(db, { email, password }, visitor, () => undefined)
  if (!user) throw wrongCredentials()
  return user
}

/**
 * The user whose email and password these are, or what `orElse` makes of a password for an address that nobody
 * has; undefined when that is nothing, or the password is wrong. All of it is limited, counted and costs as
 * much work in the same way.
 *
 * @throws ApiError rate_limited.
 */
export async function tryPassword<T>(
  db: Db,
  { email, password }: Credentials,
  visitor: SignInVisitor,
  orElse: () => T | undefined,
): Promise<SignInUser | T | undefined> {
  const attempt = await admitTry(db, email, 'password', visitor)
  const user = await findUser(db, { email })
  const isRight = await verifyPassword(password, user?.password_hash ?? (await nobodysHash()))
  const other = user ? undefined : orElse()
  if (!(user && isRight) && other === undefined) {
    await attempt.refuse('wrong password')
    return undefined
  }
  await attempt.forgive()
  if (user && isOutdatedHash(user.password_hash)) await setPasswordHash(db, user.id, await hashPassword(password))
  return user ?? other
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

export const wrongCredentials = () => new ApiError('wrong_credentials', 'The email address or the password is wrong')

let hash: Promise<string> | undefined
const nobodysHash = () => (hash ??= hashPassword('No user has this password; its hash costs as much as any other'))
