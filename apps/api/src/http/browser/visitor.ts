import { hashToken } from '@matterbase/domain'
import type { Visitor } from '@matterbase/domain'
import type { Request } from 'express'
import { addressOf } from '../log/request-state.ts'
import type { SessionCookie } from './cookie.ts'

/** A visitor who enters a password or a code. */
export interface SignInVisitor extends Visitor {
  /** Hash of the cookie's token, whichever account it belongs to. */
  readonly device?: Uint8Array | undefined
  /** Hash of the current session. */
  readonly session?: Uint8Array | undefined
}

export const visitorOf = (req: Request): Visitor => ({
  ip: addressOf(req),
  // Browsers send shorter values. Longer ones would only fill the log.
  userAgent: req.get('user-agent')?.slice(0, 512),
})

export const signInVisitorOf = (req: Request, cookie: SessionCookie): SignInVisitor => ({
  ...visitorOf(req),
  device: deviceOf(req, cookie),
})

export function deviceOf(req: Request, { device }: SessionCookie): Uint8Array | undefined {
  const token = device.read(req)
  return token === undefined ? undefined : hashToken(token)
}
