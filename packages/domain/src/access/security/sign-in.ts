import { totpContext } from '@matterbase/db'
import type { Sealer, Sql } from '@matterbase/db'
import { takeRecoveryCode } from '../sign-in/recovery-codes.ts'
import { createSession, endSession, findSession, renewSession } from '../sign-in/sessions.ts'
import { takeTotpStep, totpStep } from '../sign-in/totp.ts'
import { findUser } from '../sign-in/users.ts'
import type { SignInUser } from '../sign-in/users.ts'
import type { Tx } from '../../core/write/transaction.ts'
import type { AccountActor, Visitor } from '../../core/verbs/actor.ts'
import { accountVerb } from '../../core/verbs/verb.ts'

/** A user who has proved the password or a link, before the session in an account starts. */
export interface Entrant extends AccountActor {
  readonly user: Pick<SignInUser, 'id' | 'email' | 'totp_enabled'>
  readonly from: Visitor
}

export const entrant = (user: Entrant['user'], ownerUuid: string, { ip, userAgent }: Visitor): Entrant => ({
  user,
  ownerUuid,
  permissions: [],
  by: { kind: 'entrant', userId: user.id, email: user.email, ip, userAgent },
  from: { ip, userAgent },
})

/** How far a sign-in got, and the token for the cookie. */
export interface Begun {
  readonly status: 'signed_in' | 'code_needed'
  readonly userId: string
  readonly token: string
}

/** Starts a session in an account. With two-factor authentication, the session waits for a code. */
export const beginSession = accountVerb({
  allow: [],
  async run({ sql }, { user, ownerUuid, from }: Entrant, _nothing: object): Promise<Begun> {
    const isComplete = !user.totp_enabled
    const token = await createSession(sql, { userId: user.id, ownerUuid, isComplete, ...from })
    return { status: isComplete ? 'signed_in' : 'code_needed', userId: user.id, token }
  },
  action: 'session.started',
  note: (_nothing, { status }) => (status === 'signed_in' ? { details: { by: 'password' } } : undefined),
})

export type Factor = { readonly code: string } | { readonly recovery_code: string }

interface Completion {
  readonly sessionHash: Uint8Array
  readonly factor: Factor
  readonly sealer: Sealer
}

/** Completes a session that waits for a code, under a new token. Undefined for a wrong code. */
export const completeSession = accountVerb({
  allow: [],
  async run({ sql }, { user: { id } }: Entrant, { sessionHash, factor, sealer }: Completion) {
    if (!(await takeFactor(sql, id, factor, sealer))) return undefined
    return { status: 'signed_in', userId: id, token: await renewSession(sql, sessionHash) } satisfies Begun
  },
  action: 'session.started',
  note: ({ factor }, begun) => begun && { details: { by: 'code' in factor ? 'code' : 'recovery code' } },
})

const endWhole = accountVerb({
  allow: [],
  run: ({ sql }, _entrant, token: string) => endSession(sql, token),
  action: 'session.ended',
  note: (_token, hasEnded) => (hasEnded ? {} : undefined),
})

/** Ends the session of a cookie. Only a complete session is noted in the audit log. */
export async function signOut(tx: Pick<Tx, 'sql'>, token: string, from: Visitor): Promise<void> {
  const session = await findSession(tx.sql, token)
  if (!session?.is_complete) return void (await endSession(tx.sql, token))
  const { user_id: id, email, totp_enabled, owner_uuid: ownerUuid } = session
  await endWhole(tx, entrant({ id, email, totp_enabled }, ownerUuid, from), token)
}

async function takeFactor(sql: Sql, userId: string, factor: Factor, sealer: Sealer): Promise<boolean> {
  if ('recovery_code' in factor) return takeRecoveryCode(sql, userId, factor.recovery_code)
  const secret = (await findUser(sql, { id: userId }))?.totp_secret
  const step = secret && totpStep(sealer.open(secret, totpContext(userId)), factor.code, new Date())
  return typeof step === 'number' && takeTotpStep(sql, userId, step)
}
