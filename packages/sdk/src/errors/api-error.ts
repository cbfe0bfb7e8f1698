import {
  ApiError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  type ErrorDetail,
  IdempotencyError,
  NotFoundError,
  PermissionError,
  PreconditionFailedError,
  RateLimitError,
  type RowFailure,
  ServerError,
  SyncResetError,
} from './errors.ts'
import { parseRetryAfter } from '../requests/retry.ts'
import type { WebHeaders } from '../config/web-types.ts'

const byStatus: Readonly<Record<number, typeof ApiError>> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  410: SyncResetError,
  412: PreconditionFailedError,
  422: IdempotencyError,
  429: RateLimitError,
}

interface ErrorBody {
  error?: unknown
  code?: unknown
  request_id?: unknown
  doc_url?: unknown
  details?: unknown
  details_omitted?: unknown
  existing_id?: unknown
  dependents?: unknown
  etag?: unknown
  results?: unknown
}

export interface FailedAnswer {
  readonly status: number
  readonly headers: WebHeaders
  /** Parsed JSON, or a string if it is not JSON. */
  readonly body: unknown
  readonly idempotencyKey?: string | undefined
  /** Likely cause, added to the message. */
  readonly hint?: string | undefined
}

const text = (value: unknown) => (typeof value === 'string' && value) || undefined

/** Creates the error of a failed response, or of a failed row of a bulk response. */
export function toApiError({ status, headers, body, idempotencyKey, hint }: FailedAnswer): ApiError {
  const {
    error,
    code,
    request_id,
    doc_url,
    details,
    details_omitted,
    existing_id,
    dependents,
    etag,
    results,
  }: ErrorBody = typeof body === 'object' && body !== null ? body : {}
  const Type = byStatus[status] ?? (status >= 500 ? ServerError : ApiError)
  // The server's message is about requests, not about the SDK.
  const message = text(error)?.replace('?force=true', '{ force: true }') ?? fallback(status, headers)
  return new Type(hint ? `${message} (${hint})` : message, {
    status,
    code: text(code) ?? `http_${status}`,
    details: Array.isArray(details) ? (details as ErrorDetail[]) : [],
    detailsOmitted: typeof details_omitted === 'number' ? details_omitted : 0,
    requestId: text(request_id) ?? headers.get('x-request-id') ?? undefined,
    docUrl: text(doc_url),
    headers,
    body,
    retryAfterMs: parseRetryAfter(headers),
    idempotencyKey,
    ...(existing_id !== undefined && { existingId: existing_id }),
    ...(dependents !== undefined && { dependents }),
    ...(etag !== undefined && { etag }),
    ...(Array.isArray(results) && { failures: results.flatMap((row) => failure(row as Row, headers)) }),
  })
}

interface Row {
  readonly index: number
  readonly status: number
}

/** Leaves out rows that are valid and only were not written because others failed. */
const failure = (row: Row, headers: WebHeaders): RowFailure[] =>
  row.status === 424 ? [] : [{ index: row.index, error: toApiError({ status: row.status, headers, body: row }) }]

function fallback(status: number, headers: WebHeaders): string {
  const to = headers.get('location')
  // In a web page, a redirect that is not followed has status 0.
  if (status === 0 || (status < 400 && to))
    return `The server redirects${to ? ` to ${to}` : ''}. Set baseUrl to that address`
  return `The server returned ${status} without an error message`
}
