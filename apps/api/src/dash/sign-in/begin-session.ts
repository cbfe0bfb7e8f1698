import { createSession, recordAudit } from '@matterbase/domain'
import type { Sql } from '@matterbase/db'
import type { Visitor } from '../../http/browser/visitor.ts'

export interface SignedInUser {
  readonly id: string
  readonly email: string
  readonly totp_enabled: boolean
}

/** How far a sign-in got, and the token for the cookie. */
export interface Begun {
  readonly status: 'signed_in' | 'code_needed'
  readonly userId: string
  readonly token: string
}

/** Begins a session in an account; one that waits for a code where the user has a second factor. */
export async function beginSession(sql: Sql, user: SignedInUser, ownerUuid: string, visitor: Visitor): Promise<Begun> {
  const isComplete = !user.totp_enabled
  const token = await createSession(sql, { userId: user.id, ownerUuid, isComplete, ...visitor })
  if (isComplete) await recordStart(sql, { userId: user.id, ownerUuid, actor: user.email, ...visitor }, 'password')
  return { status: isComplete ? 'signed_in' : 'code_needed', userId: user.id, token }
}

export interface Started extends Visitor {
  readonly ownerUuid: string
  readonly userId: string
  readonly actor: string
}

export async function recordStart(sql: Sql, started: Started, by: 'password' | 'code' | 'recovery code') {
  await recordAudit(sql, { ...started, action: 'session.started', details: { by } })
}
