import { ApiError, ConnectionError, TimeoutError } from '../errors/errors.ts'
import type { WebHeaders } from '../config/web-types.ts'

const passing = new Set([408, 425, 429, 500, 502, 503, 504])
const baseMs = 500
const capMs = 8_000

/** True if a retry can help and is safe. */
export function isRetryable(
  error: unknown,
  { method, idempotencyKey }: { method: string; idempotencyKey?: string | undefined },
): boolean {
  if (method === 'POST' && idempotencyKey === undefined) return false
  if (error instanceof ApiError) return passing.has(error.status) || error.code === 'idempotency_in_flight'
  return error instanceof ConnectionError || (error instanceof TimeoutError && error.code === 'timeout')
}

/** True if the server may have carried out the request despite this error. */
export const isAmbiguous = (error: unknown) =>
  error instanceof ApiError
    ? error.status >= 500 && error.status !== 503
    : error instanceof ConnectionError || error instanceof TimeoutError

/** Wait in milliseconds before the next attempt: `Retry-After`, or full jitter with exponential backoff. */
export const backOffMs = (error: unknown, attempt: number): number =>
  (error instanceof ApiError ? error.retryAfterMs : undefined) ??
  Math.random() * Math.min(capMs, baseMs * 2 ** (attempt - 1))

/** `Retry-After` in milliseconds. A date is compared with the clock of the server. */
export function parseRetryAfter(headers: WebHeaders): number | undefined {
  const value = headers.get('retry-after')?.trim()
  if (!value) return undefined
  if (/^\d+$/.test(value)) return Number(value) * 1000
  if (!/^[a-z]{3,9},? /i.test(value)) return undefined
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : Math.max(0, at - serverNow(headers))
}

/** Current time by the clock of the server, if the response contains it. */
export const serverNow = (headers: WebHeaders): number => Date.parse(headers.get('date') ?? '') || Date.now()
