import { findSession, hashToken } from '@matterbase/domain'
import type { Db, ReaderOptions } from '@matterbase/db'
import type { FoundSession } from '@matterbase/domain'
import { roles } from '@matterbase/schemas'
import type { Request, Response } from 'express'
import { accessTo } from '../../../http/access/access.ts'
import type { Access } from '../../../http/access/access.ts'
import type { AuthFailures } from '../../../http/access/auth-failures.ts'
import { ApiError } from '../../../http/errors/api-error.ts'
import { countRequest } from '../../../http/access/rate-limit.ts'
import type { RequestLimiter } from '../../../http/access/rate-limit.ts'
import { requireTwoFactor } from '../../../http/access/member-checks.ts'
import type { Caller, CallerUser } from '../../../http/access/caller.ts'
import type { Gate } from '../../../http/access/gate.ts'
import type { SessionCookie } from '../../../http/browser/cookie.ts'
import { addressOf, stateOf } from '../../../http/log/request-state.ts'
import { deviceOf, visitorOf } from '../../../http/browser/visitor.ts'

interface SessionOptions {
  readonly db: Db
  readonly cookie: SessionCookie
  /** Counts the cookies without a session. */
  readonly wrongCookies: AuthFailures
  /** Counts requests by account. */
  readonly rateLimiter: RequestLimiter
}

/** Admits members with a session. The first part of the path selects the workspace. */
export function sessionGate(options: SessionOptions): Gate {
  return {
    async admit(req, cost) {
      const caller = await signedIn(options, req)
      return { caller, ...(await countRequest(options.rateLimiter, caller, cost)) }
    },
  }
}

interface Visit extends Access {
  readonly caller: Caller
}

/**
 * Admits a request to a route that is not mounted from a contract.
 * @throws ApiError signed_out, two_factor_needed.
 */
export type Admit = (req: Request, res: Response, kind: ReaderOptions['kind']) => Promise<Visit>

export const createAdmit =
  (options: SessionOptions): Admit =>
  async (req, res, kind) => {
    const caller = await signedIn(options, req)
    await countRequest(options.rateLimiter, caller)
    requireTwoFactor(caller)
    const { traceparent } = stateOf(req)
    return { caller, ...accessTo(options.db, caller.workspaceId, { kind, requester: res, traceparent }) }
  }

/** @throws ApiError signed_out. */
async function signedIn({ db, cookie, wrongCookies }: SessionOptions, req: Request): Promise<Caller> {
  const token = cookie.read(req)
  if (token === undefined) throw signedOut()
  const attempt = { address: addressOf(req), requester: req.res, keyHash: () => hashToken(token) }
  const session = await wrongCookies.guard(attempt, async () => {
    const found = await findSession(db, token)
    if (!found?.is_complete) throw signedOut()
    return found
  })
  const caller = callerOf(session, req, cookie)
  // For the log, also of routes that are not mounted from a contract.
  stateOf(req).caller = caller
  return caller
}

const signedOut = () => new ApiError('signed_out', 'You are signed out. Sign in to continue.')

function callerOf(session: FoundSession, req: Request, cookie: SessionCookie): Caller {
  const environment = req.baseUrl.endsWith('/test') ? 'test' : 'live'
  const role = session.role
  const user: CallerUser = {
    kind: 'user',
    id: session.user_id,
    email: session.email,
    name: session.name,
    role,
    sessionHash: session.id_hash,
    authenticatedAt: session.authenticated_at,
    device: deviceOf(req, cookie),
    replaceToken: (token) => void req.res?.set('Set-Cookie', cookie.set(token)),
    ...visitorOf(req),
  }
  return {
    workspaceId: environment === 'test' ? session.test_workspace_id : session.live_workspace_id,
    ownerUuid: session.owner_uuid,
    maxTier: session.max_tier,
    environment,
    permissions: roles[role],
    isFull: session.is_full,
    lacksTwoFactor: session.lacks_two_factor,
    by: user,
    user,
  }
}
