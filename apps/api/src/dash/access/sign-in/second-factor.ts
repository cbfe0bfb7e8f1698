import { transaction } from '@matterbase/db'
import { completeSession, countCodeAttempt, entrant, findSession } from '@matterbase/domain'
import type { Begun, Factor } from '@matterbase/domain'
import { noteWrongCodes } from '@matterbase/domain/sending'
import type { DashDeps } from '../../deps.ts'
import { ApiError } from '../../../http/errors/api-error.ts'
import type { SignInVisitor } from '../../../http/browser/visitor.ts'
import { admitAttempt } from '../session/sign-in-attempt.ts'

/** Completes a session that began with the password, under a new token. @throws ApiError signed_out, wrong_code, rate_limited. */
export async function signInWithCode(
  { db, sealer, publicUrl, canMail }: Pick<DashDeps, 'db' | 'sealer' | 'publicUrl' | 'canMail'>,
  token: string | undefined,
  factor: Factor,
  visitor: SignInVisitor,
): Promise<Begun> {
  const session = token === undefined ? undefined : await findSession(db, token)
  if (!session || session.is_complete || !session.totp_enabled) throw codeExpired()
  const { id_hash: sessionHash, user_id: id, email, totp_enabled, owner_uuid: ownerUuid } = session
  if (!(await countCodeAttempt(db, sessionHash))) throw codeExpired()
  const attempt = await admitAttempt(db, email, 'code', visitor)
  const user = entrant({ id, email, totp_enabled }, ownerUuid, visitor)
  const begun = await transaction(db, (sql) => completeSession({ sql }, user, { sessionHash, factor, sealer }))
  if (!begun) {
    await attempt.recordFailure('wrong code')
    if (canMail) await transaction(db, (sql) => noteWrongCodes(sql, user, { sealer, publicUrl }))
    throw new ApiError(
      'wrong_code',
      'This code is wrong, or was used before. Wait for the next code of your authenticator.',
    )
  }
  await attempt.recordSuccess()
  return begun
}

const codeExpired = () => new ApiError('signed_out', 'The time for the code is over. Sign in again with your password.')
