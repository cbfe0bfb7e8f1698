import { rateLimited, secondsLeft } from '../errors/rate-limited.ts'
import type { KeyCaller } from './authenticate.ts'

/** Requests a minute by tier (specification §8). */
const limits = { free: 100, pro: 1000, enterprise: Number.POSITIVE_INFINITY } as const

export const windowMs = 60_000

export interface Count {
  /** Whether the request fits in the window; one that does not is not counted. */
  readonly allowed: boolean
  /** Requests counted in this window, this one included when it is allowed. */
  readonly used: number
  readonly msLeft: number
}

/** Counts requests per key in a window that opens with the first of them. */
export interface RateLimiter {
  /** @param ms how long the window is. Default 60 s. */
  count(keyId: string, limit: number, ms?: number): Promise<Count>
  /** Takes one request back, in the window that had `msLeft` when it was counted. */
  refund(keyId: string, msLeft: number): Promise<void>
}

/** One that can be asked without counting. */
export interface FailureLimiter extends RateLimiter {
  /** Where a window stands; nothing is used of one that is not open. */
  peek(id: string): Standing | Promise<Standing>
}

export type Standing = Omit<Count, 'allowed'>

export interface Counted {
  readonly headers: Readonly<Record<string, string>>
  /** Makes the request free, and answers the headers that say so. */
  refund(): Promise<Readonly<Record<string, string>>>
}

/** @throws ApiError rate_limited; waiting `Retry-After` is enough. */
export async function countRequest(limiter: RateLimiter, { ownerUuid, key }: KeyCaller): Promise<Counted> {
  const limit = limits[key.rateTier]
  // Unique also where installations share a Redis.
  const id = `${ownerUuid}/${key.id}`
  if (!Number.isFinite(limit)) return { headers: {}, refund: async () => ({}) }
  const { allowed, used, msLeft } = await limiter.count(id, limit)
  const headersFor = (count: number) => ({
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(Math.max(0, limit - count)),
    'X-RateLimit-Reset': String(Math.ceil((Date.now() + msLeft) / 1000)),
  })
  if (!allowed) {
    const seconds = secondsLeft(msLeft)
    throw rateLimited(`More than ${limit} requests in a minute; try again in ${seconds} s`, seconds, headersFor(used))
  }
  return {
    headers: headersFor(used),
    async refund() {
      await limiter.refund(id, msLeft)
      return headersFor(used - 1)
    },
  }
}
