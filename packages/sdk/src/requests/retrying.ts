import { longestTimer, sleep } from './abort.ts'
import { deadlineError } from './attempt.ts'
import { MatterbaseError } from '../errors/error-base.ts'
import { AbortError, ApiError } from '../errors/errors.ts'
import type { Logger } from '../config/logger.ts'
import type { Prepared } from './prepare.ts'
import { backOffMs, isAmbiguous, isRetryable } from './retry.ts'

/**
 * Runs attempts until one succeeds or another would not help. `run` gets the attempt's number and whether an
 * earlier one may have been carried out although its answer was lost.
 */
export async function retrying<T>(
  call: Prepared,
  logger: Logger,
  run: (attempt: number, mayBeDone: boolean) => Promise<T>,
): Promise<T> {
  const { method, path, signal, deadlineAt } = call
  let mayBeDone = false
  for (let attempt = 1; ; attempt += 1) {
    if (signal?.aborted) throw counted(new AbortError(signal.reason), attempt - 1)
    try {
      return await run(attempt, mayBeDone)
    } catch (error) {
      if (!isWorthAnother(error, attempt, call)) throw counted(error, attempt)
      mayBeDone ||= isAmbiguous(error)
      const waitMs = backOffMs(error, attempt)
      if (performance.now() + waitMs >= deadlineAt) throw counted(deadlineError(error), attempt)
      logger.info('matterbase retry', { method, path, attempt, waitMs: Math.round(waitMs) })
      await sleep(waitMs, signal).catch((aborted: unknown) => {
        throw counted(aborted, attempt)
      })
    }
  }
}

function isWorthAnother(error: unknown, attempt: number, call: Prepared): boolean {
  const asked = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0
  return attempt <= call.maxRetries && isRetryable(error, call) && asked <= Math.min(call.maxRetryAfterMs, longestTimer)
}

function counted(error: unknown, attempts: number): unknown {
  if (error instanceof MatterbaseError) error.attempts = attempts
  return error
}
