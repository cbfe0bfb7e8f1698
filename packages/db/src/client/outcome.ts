import { DatabaseError } from 'pg'

/** The connection was lost after COMMIT was sent, so only PostgreSQL knows whether the transaction was written. */
export class UnknownOutcomeError extends Error {
  override readonly name = 'UnknownOutcomeError'

  constructor(cause: unknown) {
    super('The connection was lost during COMMIT', { cause })
  }
}

const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH'])

// Connection exceptions, refused sign-ins, too many connections, a server that starts or stops, system errors.
const awayCodes = /^(?:08|28|53300|57P|58)/

const lostConnection =
  /^Connection terminated|^Client has encountered a connection error|^timeout exceeded when trying to connect/

/** True if PostgreSQL cannot be reached, or the connection was lost. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return (
    networkCodes.has(code) ||
    awayCodes.test(code) ||
    lostConnection.test(error.message) ||
    isConnectionError(error.cause)
  )
}

/**
 * True if PostgreSQL answered a statement with an error, and will answer the next one. Its transaction is then not written,
 * because PostgreSQL answers COMMIT with a rollback.
 */
export const isAnswered = (error: unknown): boolean => error instanceof DatabaseError && !isConnectionError(error)
