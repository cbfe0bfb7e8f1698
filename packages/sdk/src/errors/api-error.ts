import {
  ApiError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  type ErrorDetail,
  NotFoundError,
  PermissionError,
  RateLimitError,
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
  429: RateLimitError,
}

interface ErrorBody {
  error?: unknown
  code?: unknown
  request_id?: unknown
  details?: unknown
  details_omitted?: unknown
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

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** The error a failed answer, or a failed row of a bulk answer, is thrown as. */
export function toApiError({ status, headers, body, idempotencyKey, hint }: FailedAnswer): ApiError {
  const { error, code, request_id, details, details_omitted }: ErrorBody =
    typeof body === 'object' && body !== null ? body : {}
  const Type = byStatus[status] ?? (status >= 500 ? ServerError : ApiError)
  const message = text(error) ?? fallback(status, headers)
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
  })
}

function fallback(status: number, headers: WebHeaders): string {
  const location = headers.get('location')
  if (status < 400 && location)
    return `The service answered with a redirect to ${location}: set baseUrl to where it really is`
  // What a page is told of a redirect that is not followed.
  if (status === 0) return 'The service answered with a redirect: set baseUrl to where it really is'
  return `The service answered ${status}`
}
