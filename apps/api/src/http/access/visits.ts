import type { Request } from 'express'
import { secondsLeft } from '../errors/rate-limited.ts'
import { addressOf } from '../log/request-state.ts'
import { networkOf } from './network-of.ts'
import type { RateLimiter } from './rate-limit.ts'

interface Limit {
  /** What is counted apart from all else that comes from the address. */
  readonly kind: string
  readonly limit: number
  /** How long the window is. Default 60 s. */
  readonly ms?: number
}

/** Counts what comes from one address, before the database is asked. Answers the seconds to wait, 0 when it fits. */
export async function countAddress(limiter: RateLimiter, req: Request, { kind, limit, ms }: Limit) {
  const { allowed, msLeft } = await limiter.count(`${kind}/${networkOf(addressOf(req))}`, limit, ms)
  return allowed ? 0 : secondsLeft(msLeft)
}

/** Everybody in an office can come from one address. */
export const visitsPerMinute = 300

/** Counts what is asked of what is open to everybody. */
export const countVisit = (limiter: RateLimiter, req: Request) =>
  countAddress(limiter, req, { kind: 'visit', limit: visitsPerMinute })
