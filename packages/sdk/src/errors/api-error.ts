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
} from './errors.ts'
import { parseRetryAfter } from '../requests/retry.ts'
import type { WebHeaders } from '../config/web-types.ts'

const byStatus: Readonly<Record<number, typeof ApiError>> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  412: PreconditionFailedError,
  422: IdempotencyError,
  429: RateLimitError,
}

interface ErrorBody {
  error?: unknown
  code?: unknown
  request_id?: unknown
  details?: unknown
  details_omitted?: unknown
  existing_id?: unknown
  dependents?: unknown
  results?: unknown
}

export interface FailedAnswer {
  readonly status: number
  readonly headers: WebHeaders
  /** Parsed JSON, or the text when it was not JSON. */
  readonly body: unknown
  readonly idempotencyKey?: string | undefined
  /** Added to the message: what may be behind it. */
  readonly hint?: string | undefined
}

const text = (value: unknown) => (typeof value === 'string' && value) || undefined

/** The error a failed answer, or a failed row of a bulk answer, is thrown as. */
export function toApiError({ status, headers, body, idempotencyKey, hint }: FailedAnswer): ApiError {
  const { error, code, request_id, details, details_omitted, existing_id, dependents, results }: ErrorBody =
    typeof body === 'object' && body !== null ? body : {}
  const Type = byStatus[status] ?? (status >= 500 ? ServerError : ApiError)
  // The service speaks to those who write requests.
  const message = text(error)?.replace('?force=true', '{ force: true }') ?? fallback(status, headers)
  return new Type(hint ? `${message} (${hint})` : message, {
    status,
    code: text(code) ?? `http_${status}`,
    details: Array.isArray(details) ? (details as ErrorDetail[]) : [],
    detailsOmitted: typeof details_omitted === 'number' ? details_omitted : 0,
    requestId: text(request_id) ?? headers.get('x-request-id') ?? undefined,
    headers,
    body,
    retryAfterMs: parseRetryAfter(headers),
    idempotencyKey,
    ...(existing_id !== undefined && { existingId: existing_id }),
    ...(dependents !== undefined && { dependents }),
    ...(Array.isArray(results) && { failures: results.flatMap((row) => failure(row as Row, headers)) }),
  })
}

interface Row {
  readonly index: number
  readonly status: number
}

/** Not of a row that would have been written, had the others not failed. */
const failure = (row: Row, headers: WebHeaders): RowFailure[] =>
  row.status === 424 ? [] : [{ index: row.index, error: toApiError({ status: row.status, headers, body: row }) }]

function fallback(status: number, headers: WebHeaders): string {
  const to = headers.get('location')
  // Status 0 is what a page is told of a redirect that is not followed.
  if (status === 0 || (status < 400 && to))
    return `The service answered with a redirect${to ? ` to ${to}` : ''}: set baseUrl to where it really is`
  return `The service answered ${status}`
}
