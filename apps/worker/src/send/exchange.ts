import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import { DeadlinePassed } from './outcome.ts'

/** Of an answer's body, no more than this is read. */
const readAtMost = 16 * 1024

export interface Exchange {
  statusCode: number
  headers: IncomingHttpHeaders
  /** The beginning of the body, as far as it was read. */
  body: Buffer
  /** What broke the answer off, once it had begun. */
  broken: unknown
}

/**
 * Sends a request and reads the beginning of the answer, all before one deadline; what is left unread
 * is cut off with its connection. By the dispatcher's own events: a stream, a signal and their
 * promises for every delivery cost more than all the rest of it.
 *
 * @throws what kept the answer from beginning, DeadlinePassed after `timeoutMs`.
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
    // What is told first counts: cutting the connection off is answered with an error at once.
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
