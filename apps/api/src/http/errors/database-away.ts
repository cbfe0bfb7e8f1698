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

interface Clues {
  code?: unknown
  kind?: unknown
  originalCode?: unknown
  message?: unknown
  meta?: Clues
  cause?: Clues
  driverAdapterError?: Clues
}

/** Whether an error says that PostgreSQL cannot be used at the moment, rather than that a statement is wrong. */
export function isDatabaseAway(error: unknown): boolean {
  return typeof error === 'object' && error !== null && points(error)
}

function points({ code, kind, originalCode, message, meta, cause, driverAdapterError }: Clues): boolean {
  const codes = [code, originalCode].filter((value) => typeof value === 'string')
  if (codes.some((value) => clientCodes.has(value) || networkCodes.has(value) || serverCodes.test(value))) return true
  if (typeof kind === 'string' && adapterKinds.has(kind)) return true
  if (
    typeof message === 'string' &&
    /^Connection terminated|^Client has encountered a connection error|^timeout exceeded when trying to connect/.test(
      message,
    )
  )
    return true
  return [meta, cause, driverAdapterError].some(isDatabaseAway)
}
