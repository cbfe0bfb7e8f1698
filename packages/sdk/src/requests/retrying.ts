import { longestTimer, sleep, throwIfAborted } from './abort.ts'
import { deadlineError } from './attempt.ts'
import { MatterbaseError } from '../errors/error-base.ts'
import { ApiError } from '../errors/errors.ts'
import type { Logger } from '../config/logger.ts'
import type { Prepared } from './prepare.ts'
import { backOffMs, isAmbiguous, isRetryable } from './retry.ts'

/**
 * Runs attempts until one succeeds or a retry would not help. `run` gets the number of the attempt, and whether the server
 * may have carried out an earlier one whose response was lost.
 */
export async function retrying<T>(
  call: Prepared,
  logger: Logger,
  run: (attempt: number, mayBeDone: boolean) => Promise<T>,
): Promise<T> {
  const { method, path, signal, deadlineAt } = call
  let attempt = 0
  let mayBeDone = false
  try {
    for (;;) {
      throwIfAborted(signal)
      attempt += 1
      try {
        return await run(attempt, mayBeDone)
      } catch (error) {
        if (!isWorthAnother(error, attempt, call)) throw error
        mayBeDone ||= isAmbiguous(error)
        const waitMs = backOffMs(error, attempt)
        if (performance.now() + waitMs >= deadlineAt) throw deadlineError(error)
        logger.info('matterbase retry', { method, path, attempt, waitMs: Math.round(waitMs) })
        await sleep(waitMs, signal)
      }
    }
  } catch (error) {
    if (error instanceof MatterbaseError) error.attempts = attempt
    throw error
  }
}

function isWorthAnother(error: unknown, attempt: number, call: Prepared): boolean {
  const retryAfterMs = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0
  return (
    attempt <= call.maxRetries &&
    isRetryable(error, call) &&
    retryAfterMs <= Math.min(call.maxRetryAfterMs, longestTimer)
  )
}
