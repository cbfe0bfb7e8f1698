import { beginAttempt, forgiveAttempt, isKnownDevice, recordFailedAttempt } from '@matterbase/domain'
import type { Db } from '@matterbase/db'
import { networkOf } from '../../../http/access/network-of.ts'
import { rateLimited } from '../../../http/errors/rate-limited.ts'
import type { SignInVisitor } from '../../../http/browser/visitor.ts'

interface Attempt {
  recordSuccess(): Promise<void>
  /** Writes the failure to the audit logs of the user's accounts as well. */
  recordFailure(reason: 'wrong password' | 'wrong code'): Promise<void>
}

/** @throws ApiError rate_limited after too many failures: see `beginAttempt`. */
export async function admitAttempt(
  db: Db,
  email: string,
  kind: 'password' | 'code',
  from: SignInVisitor,
): Promise<Attempt> {
  const { device: claimed, session, ...visitor } = from
  const device = session ?? (claimed && (await isKnownDevice(db, email, claimed)) ? claimed : undefined)
  const admitted = await beginAttempt(db, { email, ip: networkOf(visitor.ip), device, kind })
  if ('retryAfter' in admitted) throw tooMany(admitted.retryAfter)
  return {
    recordSuccess: () => forgiveAttempt(db, admitted),
    recordFailure: (reason) => recordFailedAttempt(db, admitted, { email, reason, ...visitor }),
  }
}

function tooMany(seconds: number) {
  const wait = seconds < 60 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
  return rateLimited(`Too many failed attempts. Try again in ${wait}.`, seconds)
}
