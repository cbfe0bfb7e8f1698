import type { WebHeaders } from '../config/web-types.ts'

/** The rate limit of an API key, from the response headers. */
export interface RateLimit {
  /** Requests per minute. */
  readonly limit: number
  /** Remaining requests in this window. */
  readonly remaining: number
  /** Start of the next window, by the clock of the server. */
  readonly resetAt: Date
}

/** The rate limit in response headers. Undefined if the API key has no limit. */
export function readRateLimit(headers: WebHeaders): RateLimit | undefined {
  const of = (name: string) => Number(headers.get(`x-ratelimit-${name}`) ?? NaN)
  const limit = of('limit')
  const remaining = of('remaining')
  const resetAt = new Date(of('reset') * 1000)
  return Number.isNaN(limit + remaining + resetAt.getTime()) ? undefined : { limit, remaining, resetAt }
}
