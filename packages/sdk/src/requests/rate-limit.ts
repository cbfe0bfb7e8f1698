import type { WebHeaders } from '../config/web-types.ts'

/** What the service says of its rate limit with each answer. */
export interface RateLimit {
  /** Requests per window. */
  readonly limit: number
  /** Requests left in this window. */
  readonly remaining: number
  /** When the next window begins, by the service's clock. */
  readonly resetAt: Date
}

/** The window the answer counted in; undefined when the key has no limit. */
export function readRateLimit(headers: WebHeaders): RateLimit | undefined {
  const [limit = NaN, remaining = NaN, reset = NaN] = ['limit', 'remaining', 'reset'].map((name) =>
    Number(headers.get(`x-ratelimit-${name}`) ?? NaN),
  )
  if (Number.isNaN(limit + remaining + reset)) return undefined
  return { limit, remaining, resetAt: new Date(reset * 1000) }
}
