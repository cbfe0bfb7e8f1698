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
  const of = (name: string) => Number(headers.get(`x-ratelimit-${name}`) ?? NaN)
  const limit = of('limit')
  const remaining = of('remaining')
  const resetAt = new Date(of('reset') * 1000)
  return Number.isNaN(limit + remaining + resetAt.getTime()) ? undefined : { limit, remaining, resetAt }
}
