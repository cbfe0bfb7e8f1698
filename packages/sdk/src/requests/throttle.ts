import { onAbort, throwIfAborted } from './abort.ts'
import { AbortError } from '../errors/errors.ts'
import { readRateLimit } from './rate-limit.ts'
import { parseRetryAfter, serverNow } from './retry.ts'
import type { WebAbortSignal, WebHeaders } from '../config/web-types.ts'

/** Delays requests to stay below the rate limit. Share one between the clients of an API key. */
export interface Throttle {
  /** Resolves when a request can be sent. */
  wait(signal: WebAbortSignal | undefined): Promise<void>
  /** Reports the response of a request. Undefined without a response. */
  note(
    answer:
      | {
          /** HTTP status. */
          readonly status: number
          /** Response headers with the rate limit. */
          readonly headers: WebHeaders
        }
      | undefined,
  ): void
}

/**
 * Creates a throttle that follows the `X-RateLimit` headers of the server. The first response of a window contains the
 * number of requests that can follow.
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

  /** Sends as many requests as allowed. The next window sends the others. */
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
        // Without a response, the next request is the first of the window. Without a limit, no request waits.
        left = answer ? Infinity : 1
      }
      pump()
    },
  }
}
