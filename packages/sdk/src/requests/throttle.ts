import { onAbort, throwIfAborted } from './abort.ts'
import { AbortError } from '../errors/errors.ts'
import { readRateLimit } from './rate-limit.ts'
import { parseRetryAfter, serverNow } from './retry.ts'
import type { WebAbortSignal, WebHeaders } from '../config/web-types.ts'

/** Holds requests back so that the service need not refuse them. One may be shared by several clients of one key. */
export interface Throttle {
  /** Resolves when a request may go out. */
  wait(signal: WebAbortSignal | undefined): Promise<void>
  /** What came of it; nothing when there was no answer. */
  note(
    answer:
      | {
          /** The HTTP status. */
          readonly status: number
          /** With what the service says of its rate limit. */
          readonly headers: WebHeaders
        }
      | undefined,
  ): void
}

/**
 * A throttle that follows the service's own X-RateLimit headers: the first request of a window tells how many may follow.
 *
 * @example
 * import { createThrottle } from '@matterbase/sdk/throttle'
 *
 * const mb = new Matterbase({ throttle: createThrottle() })
 */
export function createThrottle(): Throttle {
  let left = 1
  let resetAt: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const queue = new Set<() => void>()

  /** Lets out as many as may go, and comes back for the others when the window ends. */
  const pump = () => {
    if (resetAt !== undefined && Date.now() >= resetAt) {
      left = 1
      resetAt = undefined
    }
    for (const go of queue) {
      if (left <= 0) break
      left -= 1
      queue.delete(go)
      go()
    }
    clearTimeout(timer)
    if (queue.size > 0 && resetAt !== undefined) timer = setTimeout(pump, resetAt - Date.now())
  }

  return {
    wait: (signal) =>
      new Promise((resolve, reject) => {
        throwIfAborted(signal)
        const release = signal && onAbort(signal, () => leave(() => reject(new AbortError(signal.reason))))
        const leave = (then: () => void) => {
          queue.delete(go)
          release?.()
          then()
        }
        const go = () => leave(resolve)
        queue.add(go)
        pump()
      }),
    note(answer) {
      const limit = answer && readRateLimit(answer.headers)
      const isFirst = resetAt === undefined
      if (answer?.status === 429) {
        left = 0
        resetAt = Date.now() + (parseRetryAfter(answer.headers) ?? 1000)
      } else if (limit) {
        left = isFirst ? limit.remaining : Math.min(left, limit.remaining)
        resetAt ??= Date.now() + Math.max(0, limit.resetAt.getTime() - serverNow(answer.headers))
      } else if (isFirst) {
        // Without an answer the next one is the first; without a limit there is nothing to hold back.
        left = answer ? Infinity : 1
      }
      pump()
    },
  }
}
