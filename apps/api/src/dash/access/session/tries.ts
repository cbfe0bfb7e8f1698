import { beginTry, forgiveTry, isKnownDevice, refuseTry } from '@matterbase/domain'
import type { Db } from '@matterbase/db'
import { networkOf } from '../../../http/access/network-of.ts'
import { rateLimited } from '../../../http/errors/rate-limited.ts'
import type { SignInVisitor } from '../../../http/browser/visitor.ts'

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
    refuse: (reason) => refuseTry(db, admitted, { email, reason, ...visitor }),
  }
}

function tooMany(seconds: number) {
  const wait = seconds < 60 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
  return rateLimited(`Too many failed attempts. Try again in ${wait}.`, seconds)
}
