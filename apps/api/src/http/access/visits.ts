import type { Request } from 'express'
import { secondsLeft } from '../errors/rate-limited.ts'
import { addressOf } from '../log/request-state.ts'
import { networkOf } from './network-of.ts'
import type { RateLimiter } from './rate-limit.ts'

interface Limit {
  /** Requests of different kinds count separately. */
  readonly kind: string
  readonly limit: number
  /** The length of the window. Default 60 s. */
  readonly ms?: number
}

/** Counts a request by its address, without the database. Returns the seconds to wait, or 0 within the limit. */
export async function countAddress(limiter: RateLimiter, req: Request, { kind, limit, ms }: Limit) {
  const { allowed, msLeft } = await limiter.count(`${kind}/${networkOf(addressOf(req))}`, limit, ms)
  return allowed ? 0 : secondsLeft(msLeft)
}

/** Limits requests to public pages. All people of an office can share one address. */
export const visitsPerMinute = 300

/** Counts a request to a public page. */
export const countVisit = (limiter: RateLimiter, req: Request) =>
  countAddress(limiter, req, { kind: 'visit', limit: visitsPerMinute })
