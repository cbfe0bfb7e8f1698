import type { RateTier } from '@matterbase/db'
import { rateLimited, secondsLeft } from '../errors/rate-limited.ts'
import type { Caller } from './caller.ts'

/** Requests a minute of a key, by its tier (specification §8). */
const limits = { free: 100, pro: 1000, enterprise: Number.POSITIVE_INFINITY } as const

/**
 * Requests a minute of an account, by the highest tier that its keys may have: of its keys and its members together. A
 * key without a limit is not among them.
 */
const accountLimits = { free: 1_000, pro: 10_000, enterprise: 60_000 } as const satisfies Record<RateTier, number>

export const windowMs = 60_000

export interface Count {
  /** Whether the request fits in the window; one that does not is not counted. */
  readonly allowed: boolean
  /** Requests counted in this window, this one included when it is counted. */
  readonly used: number
  readonly msLeft: number
}

/** A count of its own, and how far it may go. */
export interface Limited {
  readonly id: string
  readonly limit: number
}

/** Counts requests in windows that open with the first of them. */
export interface RateLimiter {
  /** @param ms how long the window is. Default 60 s. */
  count(id: string, limit: number, ms?: number): Promise<Count>
  /** Takes one request back, in the window that had `msLeft` when it was counted. */
  refund(id: string, msLeft: number): Promise<void>
}

/** One that counts requests of keys and members. */
export interface RequestLimiter extends RateLimiter {
  /** Counts a request in several windows of 60 s, or in none when one of them is full. */
  countInAll(windows: readonly Limited[]): Promise<readonly Count[]>
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

/**
 * Counts a request for its key and its account.
 *
 * @throws ApiError rate_limited; waiting `Retry-After` is enough.
 */
export async function countRequest(limiter: RequestLimiter, caller: Caller): Promise<Counted> {
  const { ownerUuid, maxTier, key } = caller
  const limit = key ? limits[key.rateTier] : Number.POSITIVE_INFINITY
  if (key && !Number.isFinite(limit)) return { headers: {}, refund: async () => ({}) }
  // Unique also where installations share a Redis, which keeps what is in braces in one place.
  const account = { id: `{${ownerUuid}}`, limit: accountLimits[maxTier] }
  const windows = key ? [account, { id: `{${ownerUuid}}/${key.id}`, limit }] : [account]
  const [ofAccount, ofKey] = await limiter.countInAll(windows)
  const headersFor = ({ used, msLeft }: Standing) => ({
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
      await Promise.all(windows.map(({ id }, at) => limiter.refund(id, (at === 0 ? ofAccount : ofKey)?.msLeft ?? 0)))
      return ofKey ? headersFor({ ...ofKey, used: ofKey.used - 1 }) : {}
    },
  }
}

function tooMany(what: string, { msLeft }: Count, headers: Readonly<Record<string, string>>) {
  const seconds = secondsLeft(msLeft)
  return rateLimited(`${what}; try again in ${seconds} s`, seconds, headers)
}
