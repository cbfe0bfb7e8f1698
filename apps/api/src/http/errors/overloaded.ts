import { OverloadedError } from '@matterbase/db'
import { ApiError } from './api-error.ts'

// query_canceled: a statement timeout, or a cancel by the operator.
const stopped = '57014'

/** An `overloaded` error with `Retry-After`. */
export const busy = (message: string, seconds: number) =>
  new ApiError('overloaded', message, { headers: { 'Retry-After': String(seconds) } })

/** The response to an error of a full queue or a stopped statement. Undefined for other errors. */
export function overloaded(error: unknown): ApiError | undefined {
  if (error instanceof OverloadedError && error.reason === 'queue')
    return busy('Too many requests of this workspace are waiting. Send fewer at the same time.', 2)
  // The load of other workspaces can be the cause, so the text does not blame the caller.
  if (error instanceof OverloadedError && error.reason === 'wait')
    return busy('The server is busy, and this request waited too long. Send it again in 2 s.', 2)
  if (isStopped(error))
    return busy('The server is busy, and stopped this request because it took too long. Send it again in 10 s.', 10)
  if (error instanceof OverloadedError)
    return busy(
      'This request took too long and was stopped. Narrow the list with filters, page with cursor instead of a large offset, and leave include=total out.',
      10,
    )
  return undefined
}

const isStopped = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === stopped

/** Names the limits of concurrent exports in the error of a full queue. */
export function exportsBusy(error: unknown): never {
  throw error instanceof OverloadedError && error.reason !== 'slow'
    ? busy('Two exports of this account, or four on this server, are in progress. Try again when one has ended.', 5)
    : error
}
