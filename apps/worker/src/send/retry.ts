import type { DeliveryStatus } from '../deliveries/states.ts'
import type { Result } from './outcome.ts'

export interface Verdict {
  status: Extract<DeliveryStatus, 'delivered' | 'pending' | 'failed' | 'blocked'>
  /** From the end of this attempt to the next one. */
  waitMs: number
  /** The receiver returned 410, so it wants no more events. */
  isGone: boolean
}

const jitter = 0.2
// The most that Retry-After can delay an attempt.
const longestWaitMs = 7 * 24 * 3_600_000

/**
 * Decides the next status of a delivery after an attempt.
 *
 * @param attempt 1 for the first of the schedule.
 * @param random between 0 and 1, for the jitter.
 */
export function decide(attempt: number, result: Result, schedule: readonly number[], random = Math.random()): Verdict {
  const over = { waitMs: 0, isGone: false }
  if (result.outcome === 'success') return { status: 'delivered', ...over }
  if (result.outcome === 'blocked') return { status: 'blocked', ...over }
  if (result.statusCode === 410) return { status: 'failed', waitMs: 0, isGone: true }
  const seconds = schedule[attempt]
  if (seconds === undefined) return { status: 'failed', ...over }
  const planned = seconds * 1_000 * (1 + jitter * (2 * random - 1))
  return {
    status: 'pending',
    waitMs: Math.max(planned, Math.min(result.retryAfterMs ?? 0, longestWaitMs)),
    isGone: false,
  }
}

const retryAfterStatuses = new Set([429, 503])

/**
 * The milliseconds of a `Retry-After` header, which has seconds or a date.
 *
 * @param now epoch milliseconds by PostgreSQL's clock.
 */
export function readRetryAfter(statusCode: number, header: string | string[] | undefined, now: number): number | null {
  if (!retryAfterStatuses.has(statusCode) || typeof header !== 'string') return null
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1_000
  const date = Date.parse(header)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}
