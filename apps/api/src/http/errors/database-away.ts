import { ApiError } from './api-error.ts'

const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH'])

// Error codes of PostgreSQL: connection exceptions, too many connections, shutdown, startup, a standby, timeouts and
// deadlocks.
const serverCodes = /^(?:08\w{3}|53300|57P0[1-5]|57014|55P03|40P01|25P0[34]|25006)$/

const lostConnection =
  /^Connection terminated|^Client has encountered a connection error|^timeout exceeded when trying to connect/

interface Clues {
  code?: unknown
  message?: unknown
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
  if (isAbout(isAway, error))
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

const isAway = ({ code, message }: Clues) =>
  (typeof code === 'string' && (networkCodes.has(code) || serverCodes.test(code))) ||
  (typeof message === 'string' && lostConnection.test(message))
