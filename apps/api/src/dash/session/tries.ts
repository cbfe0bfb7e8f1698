import { Prisma } from '@matterbase/db'
import { beginTry, forgiveTry, isKnownDevice } from '@matterbase/domain'
import type { Db } from '@matterbase/db'
import type { AdmittedTry } from '@matterbase/domain'
import { networkOf } from '../../http/access/network-of.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import type { SignInVisitor, Visitor } from '../../http/browser/visitor.ts'

export interface Try {
  /** It was no failure. */
  forgive(): Promise<void>
  /** It was one, which the accounts of whoever was tried are told. */
  refuse(reason: 'wrong password' | 'wrong code'): Promise<void>
}

/** @throws ApiError rate_limited when too much went wrong lately: see `beginTry`. */
export async function admitTry(db: Db, email: string, kind: 'password' | 'code', from: SignInVisitor): Promise<Try> {
  const { device: claimed, session, ...visitor } = from
  const device = session ?? (claimed && (await isKnownDevice(db, email, claimed)) ? claimed : undefined)
  const admitted = await beginTry(db, { email, ip: networkOf(visitor.ip), device, kind })
  if ('retryAfter' in admitted) throw tooMany(admitted.retryAfter)
  return {
    forgive: () => forgiveTry(db, admitted),
    refuse: (reason) => recordRefusal(db, admitted, { email, reason, ...visitor }),
  }
}

function tooMany(seconds: number) {
  const wait = seconds < 60 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
  return new ApiError('rate_limited', `Too many tries went wrong; try again in ${wait}`, {
    headers: { 'Retry-After': String(seconds) },
  })
}

/** One statement whether anybody has that address or not, so that the time it takes does not tell. */
async function recordRefusal(
  db: Db,
  { id }: AdmittedTry,
  { email, reason, ip, userAgent }: Visitor & { email: string; reason: string },
) {
  const user = Prisma.sql`users AS member JOIN memberships AS membership ON membership.user_id = member.id`
  await db.run`
    WITH failed AS (UPDATE sign_in_failures SET failed_at = now() WHERE id = ${id})
    INSERT INTO audit_entries (owner_uuid, user_id, actor, action, details, ip, user_agent)
    SELECT membership.owner_uuid, member.id, member.email, 'session.refused',
           jsonb_build_object('reason', ${reason}::text), ${ip}, ${userAgent ?? null}
    FROM ${user} WHERE member.email = ${email.trim().toLowerCase()}`
}
