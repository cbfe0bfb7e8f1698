import { ConnectionError, DecodeError, RateLimitError, ServerError, TimeoutError } from '../src/errors/errors.ts'

/** Whether the same request may succeed later. */
export const isPassing = (error: unknown): boolean =>
  [ConnectionError, DecodeError, RateLimitError, ServerError, TimeoutError].some((type) => error instanceof type)

/** What went wrong, in words for people. */
export const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
