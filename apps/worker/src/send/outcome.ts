import { errors } from 'undici'

type Outcome = 'success' | 'http_error' | 'timeout' | 'dns' | 'connect' | 'tls' | 'blocked'

/** The result of an attempt. A failure is a result, not an exception. */
export interface Result {
  outcome: Outcome
  statusCode: number | null
  /** The response headers as JSON, see toHeaderPairs. Null without a response. */
  headers: string | null
  /** The start of the response body. */
  body: string | null
  /** A sentence for the account holder, without addresses; null on success. */
  error: string | null
  /** The time that the receiver asked to wait. */
  retryAfterMs: number | null
  durationMs: number
  /** The trace header of the request. Undefined without tracing. */
  traceparent?: string
}

/** Thrown before or during the connection to an address that is not allowed. */
export class BlockedTarget extends Error {}

/** The reason of an abort after the deadline. */
export class DeadlinePassed extends Error {}

export interface Failure {
  outcome: Exclude<Outcome, 'success'>
  error: string
}

const dnsCodes = new Set([
  'ENOTFOUND',
  'ENODATA',
  'EAI_AGAIN',
  'EAI_NONAME',
  'ESERVFAIL',
  'ETIMEOUT',
  'EREFUSED',
  'EBADNAME',
])
const connectErrors: Record<string, string> = {
  ECONNREFUSED: 'The receiver refused the connection.',
  ECONNRESET: 'The receiver broke the connection.',
  EPIPE: 'The receiver broke the connection.',
  UND_ERR_SOCKET: 'The receiver broke the connection.',
  EHOSTUNREACH: 'The receiver could not be reached.',
  ENETUNREACH: 'The receiver could not be reached.',
}

/** The outcome of a request that threw. */
export function toFailure(thrown: unknown, timeoutMs: number): Failure {
  const error = firstOf(thrown)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (error instanceof BlockedTarget) return { outcome: 'blocked', error: error.message }
  if (isTimeout(error, code))
    return { outcome: 'timeout', error: `The receiver did not answer in full within ${timeoutMs / 1000} s.` }
  if (dnsCodes.has(code) || 'hostname' in error)
    return { outcome: 'dns', error: 'The host name could not be resolved.' }
  if (isTls(code)) return { outcome: 'tls', error: `The TLS connection failed (${code}).` }
  if (error instanceof errors.HeadersOverflowError)
    return { outcome: 'http_error', error: 'The headers of the answer are too large.' }
  if (error instanceof errors.HTTPParserError) return { outcome: 'http_error', error: 'The answer is not HTTP.' }
  return { outcome: 'connect', error: connectErrors[code] ?? 'The connection failed.' }
}

function firstOf(thrown: unknown): Error {
  if (thrown instanceof AggregateError && thrown.errors[0] instanceof Error) return thrown.errors[0]
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}

const isTimeout = (error: Error, code: string) =>
  error instanceof DeadlinePassed ||
  ['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT'].includes(code)

const isTls = (code: string) =>
  /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|EPROTO|UNABLE|CRL_|INVALID_)/.test(code)
