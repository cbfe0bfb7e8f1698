import type { Db } from '@matterbase/db'
import type { Request } from 'express'
import { addressOf, stateOf } from '../log/request-state.ts'
import { authenticator, keyHashOf } from './authenticate.ts'
import { authFailures } from './auth-failures.ts'
import type { Gate } from './gate.ts'
import { countRequest } from './rate-limit.ts'
import type { FailureLimiter, RequestLimiter } from './rate-limit.ts'

const usedFrom = (req: Request) => ({
  ip: addressOf(req) || undefined,
  userAgent: req.headers['user-agent']?.slice(0, 512).toWellFormed().replaceAll('\0', ''),
})

/** Admits requests with an API key, within the rate limit of its tier. */
export function keyGate(db: Db, rateLimiter: RequestLimiter, failureLimiter: FailureLimiter): Gate {
  const failures = authFailures(failureLimiter, 'key')
  const authenticate = authenticator(db)
  return {
    async admit(req, cost) {
      const { res: requester, headers } = req
      const attempt = { address: addressOf(req), requester, keyHash: () => keyHashOf(headers.authorization) }
      const caller = await failures.guard(attempt, (keyHash) => authenticate(keyHash, usedFrom(req), requester))
      stateOf(req).caller = caller
      return { caller, ...(await countRequest(rateLimiter, caller, cost)) }
    },
  }
}
