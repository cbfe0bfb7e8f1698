import { ApiError } from './api-error.ts'

/** The answer to who asked too often: to wait so many seconds is enough. */
export const rateLimited = (message: string, seconds: number, headers: Readonly<Record<string, string>> = {}) =>
  new ApiError('rate_limited', message, { headers: { ...headers, 'Retry-After': String(seconds) } })

/** What is left of a window in whole seconds, at least one. */
export const secondsLeft = (msLeft: number) => Math.max(1, Math.ceil(msLeft / 1000))
