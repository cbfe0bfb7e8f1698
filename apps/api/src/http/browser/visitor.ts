import { hashToken } from '@matterbase/domain'
import type { Visitor } from '@matterbase/domain'
import type { Request } from 'express'
import { addressOf } from '../log/request-state.ts'
import type { SessionCookie } from './cookie.ts'

/** Whoever gives a password or a code, and what they may be known by. */
export interface SignInVisitor extends Visitor {
  /** The hash of the token in the browser's own cookie, of whomever. */
  readonly device?: Uint8Array | undefined
  /** The hash of the session that they are in already. */
  readonly session?: Uint8Array | undefined
}

export const visitorOf = (req: Request): Visitor => ({
  ip: addressOf(req),
  // What browsers send is shorter; the rest would only fill the log.
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
