import { longestTimer, onAbort, throwIfAborted } from './abort.ts'
import { AbortError, TimeoutError } from '../errors/errors.ts'
import type { WebAbortSignal } from '../config/web-types.ts'

export interface AttemptLimits {
  /** Milliseconds per attempt. Infinity for no limit. */
  readonly timeout: number
  /** End of the whole call, on the clock of `performance.now()`. Infinity for no deadline. */
  readonly deadlineAt: number
  readonly signal?: WebAbortSignal | undefined
}

export const deadlineError = (cause?: unknown) =>
  new TimeoutError('The call took longer than its deadline', { code: 'deadline_exceeded', cause })

/** Runs one attempt and rejects when a limit is reached, even if the attempt ignores its signal. */
export function withLimits<T>(
  run: (signal: WebAbortSignal) => Promise<T>,
  { timeout, deadlineAt, signal }: AttemptLimits,
): Promise<T> {
  return new Promise((resolve, reject) => {
    throwIfAborted(signal)
    const controller = new AbortController()
    const stop = (error: Error) => {
      reject(error)
      controller.abort(error)
    }
    const left = deadlineAt - performance.now()
    const ms = Math.min(timeout, left)
    const timer =
      ms <= longestTimer
        ? setTimeout(
            () =>
              stop(
                left <= timeout
                  ? deadlineError()
                  : new TimeoutError(`No complete response within ${timeout} ms`, { code: 'timeout' }),
              ),
            ms,
          )
        : undefined
    const release = signal && onAbort(signal, () => stop(new AbortError(signal.reason)))
    run(controller.signal)
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer)
        release?.()
      })
  })
}
