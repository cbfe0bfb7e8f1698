import { isConnectionError } from '@matterbase/db'
import { ApiError } from './api-error.ts'

// Error codes of PostgreSQL: a standby, timeouts and deadlocks.
const serverCodes = /^(?:57014|55P03|40P01|25P0[34]|25006)$/

interface Clues {
  code?: unknown
  cause?: unknown
}

/** The response to an error of an unavailable PostgreSQL. Undefined for other errors. */
export function unavailable(error: unknown): ApiError | undefined {
  if (isAbout(isFull, error))
    return new ApiError(
      'unavailable',
      'The database of this server is full. Nothing was written. Tell the operator, and try again in 60 s.',
      {
        headers: { 'Retry-After': '60' },
      },
    )
  if (isConnectionError(error) || isAbout(isBlocked, error))
    return new ApiError('unavailable', 'The database of this server cannot be reached. Try again in 2 s.', {
      headers: { 'Retry-After': '2' },
    })
  return undefined
}

function isAbout(says: (clues: Clues) => boolean, error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const clues: Clues = error
  return says(clues) || isAbout(says, clues.cause)
}

// disk_full and out_of_memory.
const isFull = ({ code }: Clues) => code === '53100' || code === '53200'

const isBlocked = ({ code }: Clues) => typeof code === 'string' && serverCodes.test(code)
