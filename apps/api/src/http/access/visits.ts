import type { Request } from 'express'
import { networkOf } from './network-of.ts'
import type { RateLimiter } from './rate-limit.ts'

/** Everybody in an office can come from one address. */
export const visitsPerMinute = 300

/**
 * Counts what one address asks of what is open to everybody, before the database is asked.
 * Answers the seconds to wait, 0 when it fits.
 */
export async function countVisit(limiter: RateLimiter, { ip = '' }: Request): Promise<number> {
  const { allowed, msLeft } = await limiter.count(`visit/${networkOf(ip)}`, visitsPerMinute)
  return allowed ? 0 : Math.max(1, Math.ceil(msLeft / 1000))
}
