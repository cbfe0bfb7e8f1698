import type { RateTier } from '@matterbase/db'
import { rateLimited, secondsLeft } from '../errors/rate-limited.ts'
import type { Caller } from './caller.ts'

/** Requests per minute of an API key, by its tier (specification §8). */
const limits = { free: 100, pro: 1000, enterprise: Number.POSITIVE_INFINITY } as const

/**
 * Requests per minute of an account, by the highest tier of its API keys. Counts all keys and members of the account, except
 * keys without a limit.
 */
const accountLimits = { free: 1_000, pro: 10_000, enterprise: 60_000 } as const satisfies Record<RateTier, number>

export const windowMs = 60_000

export interface Count {
  /** True if the request fits in the window. Other requests are not counted. */
  readonly allowed: boolean
  /** Requests counted in this window, including an allowed one. */
  readonly used: number
  readonly msLeft: number
}

/** A window and its limit. */
export interface WindowLimit {
  readonly id: string
  readonly limit: number
}

/** Counts requests in fixed windows, which open with the first request. */
export interface RateLimiter {
  /** @param ms The length of the window. Default 60 s. */
  count(id: string, limit: number, ms?: number): Promise<Count>
  /** Uncounts `cost` requests in the window that had `msLeft` after the count. Default: one request. */
  refund(id: string, msLeft: number, cost?: number): Promise<void>
}

/** Counts the requests of API keys and members. */
export interface RequestLimiter extends RateLimiter {
  /**
   * Counts a request in several windows of 60 s, or in none if it does not fit in one of them.
   *
   * @param cost The number of requests that it counts as. Default: 1.
   */
  countInAll(windows: readonly WindowLimit[], cost?: number): Promise<readonly Count[]>
}

/** Counts failures, and reads windows without counting. */
export interface FailureLimiter extends RateLimiter {
  /** Reads a window. `used` is 0 before it opens. */
  peek(id: string): WindowUse | Promise<WindowUse>
}

export type WindowUse = Omit<Count, 'allowed'>

export interface Counted {
  readonly headers: Readonly<Record<string, string>>
  /** Uncounts the request. Returns the new headers. */
  refund(): Promise<Readonly<Record<string, string>>>
}

/**
 * Counts a request for its API key and account.
 *
 * @param cost The number of requests that it counts as.
 * @throws ApiError rate_limited. A retry after `Retry-After` succeeds.
 */
export async function countRequest(limiter: RequestLimiter, caller: Caller, cost = 1): Promise<Counted> {
  const { ownerUuid, maxTier, key } = caller
  const limit = key ? limits[key.rateTier] : Number.POSITIVE_INFINITY
  if (key && !Number.isFinite(limit)) return { headers: {}, refund: async () => ({}) }
  // UUIDs are unique even if installations share a Redis. A Redis Cluster stores keys with equal braces in one slot.
  const account = { id: `{${ownerUuid}}`, limit: accountLimits[maxTier] }
  const windows = key ? [account, { id: `{${ownerUuid}}/${key.id}`, limit }] : [account]
  const [ofAccount, ofKey] = await limiter.countInAll(windows, cost)
  const headersFor = ({ used, msLeft }: WindowUse) => ({
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(Math.max(0, limit - used)),
    'X-RateLimit-Reset': String(Math.ceil((Date.now() + msLeft) / 1000)),
  })
  const headers = ofKey ? headersFor(ofKey) : {}
  if (ofKey && !ofKey.allowed)
    throw tooMany(`More than ${limit.toLocaleString('en')} requests in a minute`, ofKey, headers)
  if (ofAccount && !ofAccount.allowed)
    throw tooMany(
      `More than ${account.limit.toLocaleString('en')} requests in a minute by all API keys and members of this account together`,
      ofAccount,
      headers,
    )
  return {
    headers,
    async refund() {
      const msLeft = (at: number) => (at === 0 ? ofAccount : ofKey)?.msLeft ?? 0
      await Promise.all(windows.map(({ id }, at) => limiter.refund(id, msLeft(at), cost)))
      return ofKey ? headersFor({ ...ofKey, used: ofKey.used - cost }) : {}
    },
  }
}

function tooMany(reason: string, { msLeft }: Count, headers: Readonly<Record<string, string>>) {
  const seconds = secondsLeft(msLeft)
  return rateLimited(`${reason}; try again in ${seconds} s`, seconds, headers)
}
