import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import { DeadlinePassed } from './outcome.ts'

/** The most bytes of a response body that are read. */
const readAtMost = 16 * 1024

export interface Exchange {
  statusCode: number
  headers: IncomingHttpHeaders
  /** The start of the body. */
  body: Buffer
  /** The error that ended the response early, or null. */
  broken: unknown
}

/**
 * Sends a request and reads the start of the response before one deadline. A longer body is cut off with its
 * connection. It uses the events of the dispatcher, because a stream and an abort signal per delivery cost more.
 *
 * @throws the error before the response, DeadlinePassed after `timeoutMs`.
 */
export function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  timeoutMs: number,
): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    let answer: Pick<Exchange, 'statusCode' | 'headers'> | null = null
    let cut: Error | null = null
    let abort: ((reason: Error) => void) | null = null
    const end = (broken: unknown) => {
      clearTimeout(timer)
      if (answer) resolve({ ...answer, body: Buffer.concat(chunks), broken })
      else reject(broken)
    }
    // Resolve first, because aborting the connection reports an error immediately.
    const stop = (reason: Error, broken: unknown) => {
      end(broken)
      cut = reason
      abort?.(reason)
    }
    const timer = setTimeout(() => {
      const late = new DeadlinePassed()
      stop(late, late)
    }, timeoutMs)
    dispatcher.dispatch(request, {
      onRequestStart(controller) {
        abort = (reason) => controller.abort(reason)
        // The deadline may have passed while the connection was being made.
        if (cut) controller.abort(cut)
      },
      onResponseStart(_controller, statusCode, headers) {
        if (statusCode >= 200) answer = { statusCode, headers }
      },
      onResponseData(_controller, chunk) {
        chunks.push(chunk)
        size += chunk.length
        if (size >= readAtMost) stop(new Error('Enough was read'), null)
      },
      onResponseEnd: () => end(null),
      onResponseError: (_controller, error) => end(error),
    })
  })
}
