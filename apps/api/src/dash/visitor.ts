import type { Request } from 'express'

/** Where a request comes from. */
export interface Visitor {
  readonly ip: string
  readonly userAgent: string | undefined
}

export const visitorOf = (req: Request): Visitor => ({
  ip: req.ip ?? '',
  // What browsers send is shorter; the rest would only fill the log.
  userAgent: req.get('user-agent')?.slice(0, 512),
})
