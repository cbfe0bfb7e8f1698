import { ConnectionError, DecodeError, RateLimitError, ServerError, TimeoutError } from '../src/errors/errors.ts'

/** True if the same request can succeed later. */
export const isTransient = (error: unknown): boolean =>
  [ConnectionError, DecodeError, RateLimitError, ServerError, TimeoutError].some((type) => error instanceof type)

/** The message of an error. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
