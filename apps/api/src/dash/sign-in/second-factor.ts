import {
  findUser,
  takeRecoveryCode,
  takeTotpStep,
  totpContext,
  totpStep,
  countCodeTry,
  findSession,
  renewSession,
} from '@matterbase/domain'
import { transaction } from '@matterbase/db'
import type { Db, Sealer, Sql } from '@matterbase/db'
import type { SignInUser } from '@matterbase/domain'
import { ApiError } from '../../http/errors/api-error.ts'
import type { SignInVisitor } from '../../http/browser/visitor.ts'
import { recordStart } from './begin-session.ts'
import type { Begun } from './begin-session.ts'
import { admitTry } from '../session/tries.ts'

export type Factor = { readonly code: string } | { readonly recovery_code: string }

/** Goes on from the password to a whole session, under a new token. @throws ApiError signed_out, wrong_code, rate_limited. */
export async function signInWithCode(
  { db, sealer }: { db: Db; sealer: Sealer },
  token: string | undefined,
  factor: Factor,
  visitor: SignInVisitor,
): Promise<Begun> {
  const session = token === undefined ? undefined : await findSession(db, token)
  if (!session || session.is_complete || !session.totp_enabled) throw startAgain()
  if (!(await countCodeTry(db, session.id_hash))) throw startAgain()
  const attempt = await admitTry(db, session.email, 'code', visitor)
  const user = await findUser(db, { id: session.user_id })
  const begun = await transaction(db, async (sql) => {
    if (!user || !(await takeFactor(sql, sealer, user, factor))) return undefined
    const { ip, userAgent } = visitor
    const started = { userId: user.id, ownerUuid: session.owner_uuid, actor: user.email, ip, userAgent }
    await recordStart(sql, started, 'code' in factor ? 'code' : 'recovery code')
    return { status: 'signed_in' as const, userId: user.id, token: await renewSession(sql, session.id_hash) }
  })
  if (!begun) {
    await attempt.refuse('wrong code')
    throw new ApiError('wrong_code', 'This code is wrong, or was used before')
  }
  await attempt.forgive()
  return begun
}

async function takeFactor(sql: Sql, sealer: Sealer, user: SignInUser, factor: Factor): Promise<boolean> {
  if ('recovery_code' in factor) return takeRecoveryCode(sql, user.id, factor.recovery_code)
  if (!user.totp_secret) return false
  const step = totpStep(sealer.open(user.totp_secret, totpContext(user.id)), factor.code, new Date())
  return step !== undefined && takeTotpStep(sql, user.id, step)
}

const startAgain = () => new ApiError('signed_out', 'The code can no longer be given; sign in again with your password')
