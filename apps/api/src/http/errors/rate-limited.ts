import { ApiError } from './api-error.ts'

/** A `rate_limited` error with `Retry-After`. */
export const rateLimited = (message: string, seconds: number, headers: Readonly<Record<string, string>> = {}) =>
  new ApiError('rate_limited', message, { headers: { ...headers, 'Retry-After': String(seconds) } })

/** The rest of a window in whole seconds, at least one. */
export const secondsLeft = (msLeft: number) => Math.max(1, Math.ceil(msLeft / 1000))
