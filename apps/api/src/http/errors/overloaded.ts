import { OverloadedError } from '@matterbase/db'
import { ApiError } from './api-error.ts'

// PostgreSQL's own limit, or somebody's order, stopped the statement.
const stopped = '57014'

/** The answer to what there is no room for now. */
export const busy = (message: string, seconds: number) =>
  new ApiError('overloaded', message, { headers: { 'Retry-After': String(seconds) } })

/** The answer to a request that there was no room for; undefined for any other error. */
export function overloaded(error: unknown): ApiError | undefined {
  if (error instanceof OverloadedError && error.reason === 'queue')
    return busy('Too many requests of this workspace are waiting. Send fewer at the same time.', 2)
  if (error instanceof OverloadedError || isStopped(error))
    return busy(
      'This request took too long and was stopped. Narrow the list with filters, page with cursor instead of a large offset, and leave include=total out.',
      10,
    )
  return undefined
}

const isStopped = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === stopped
