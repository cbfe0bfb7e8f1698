import { ApiError } from './api-error.ts'

// What Prisma calls it when the connection cannot be had, is lost, or no transaction is free in time.
const clientCodes = new Set(['P1000', 'P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037'])
const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH'])
const adapterKinds = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
  'TlsConnectionError',
])

// PostgreSQL's own: connection exceptions, too many connections, shutting down or starting up, a standby, and
// what waited too long for its turn.
const serverCodes = /^(?:08\w{3}|53300|57P0[1-5]|57014|55P03|40P01|25P0[34]|25006)$/

const lostConnection =
  /^Connection terminated|^Client has encountered a connection error|^timeout exceeded when trying to connect/

interface Clues {
  code?: unknown
  kind?: unknown
  originalCode?: unknown
  message?: unknown
  meta?: Clues
  cause?: Clues
  driverAdapterError?: Clues
}

/** What is answered to an error that says that PostgreSQL cannot be used at the moment. Undefined for any other. */
export function unavailable(error: unknown): ApiError | undefined {
  if (isAbout(isFull, error))
    return new ApiError(
      'unavailable',
      'The database has no space left for this; nothing was written, try again later',
      {
        headers: { 'Retry-After': '60' },
      },
    )
  if (isAbout(isAway, error))
    return new ApiError('unavailable', 'The database cannot be reached right now, try again shortly', {
      headers: { 'Retry-After': '2' },
    })
  return undefined
}

function isAbout(says: (clues: Clues) => boolean, error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const clues: Clues = error
  return says(clues) || [clues.meta, clues.cause, clues.driverAdapterError].some((inner) => isAbout(says, inner))
}

const codesOf = ({ code, originalCode }: Clues) => [code, originalCode].filter((value) => typeof value === 'string')

// No disk space, and no memory.
const isFull = (clues: Clues) => codesOf(clues).some((code) => code === '53100' || code === '53200')

function isAway(clues: Clues): boolean {
  const { kind, message } = clues
  return (
    codesOf(clues).some((code) => clientCodes.has(code) || networkCodes.has(code) || serverCodes.test(code)) ||
    (typeof kind === 'string' && adapterKinds.has(kind)) ||
    (typeof message === 'string' && lostConnection.test(message))
  )
}
