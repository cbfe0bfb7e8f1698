import { brand, MatterbaseError } from './error-base.ts'
import type { AnyErrorCode } from './error-codes.ts'
import type { WebHeaders } from '../config/web-types.ts'

/** One problem with one field of the request. */
export interface ErrorDetail {
  /** Path of the field, such as `title`, `leadData.email` or `events[0]`, or name of the query parameter. */
  readonly field: string
  /** Code of the problem, such as `required`, `invalid_type`, `invalid_value`, `too_long` or `unknown_field`. */
  readonly code: string
  /** Message for people. */
  readonly message: string
}

/** A row that failed an atomic bulk request. */
export interface RowFailure {
  /** Position of the row, starting at 0. */
  readonly index: number
  /** Error of the row. */
  readonly error: ApiError
}

/** Fields of an `ApiError`. */
export interface ApiErrorInit {
  /** HTTP status. */
  readonly status: number
  /** Error code of the server. */
  readonly code: AnyErrorCode
  /** Problems with fields. */
  readonly details?: readonly ErrorDetail[] | undefined
  /** Number of details that the server left out. */
  readonly detailsOmitted?: number | undefined
  /** ID of the record that has the `external_id` already. */
  readonly existingId?: unknown
  /** Number of records that refer to this one, by kind. */
  readonly dependents?: unknown
  /** Current `etag` of the record. */
  readonly etag?: unknown
  /** Failed rows of an atomic bulk request. */
  readonly failures?: readonly RowFailure[] | undefined
  /** ID of the request, for the operator of the server. */
  readonly requestId?: string | undefined
  /** The page that explains the code. */
  readonly docUrl?: string | undefined
  /** Response headers. */
  readonly headers: WebHeaders
  /** Response body, parsed. */
  readonly body?: unknown
  /** Wait in milliseconds, from `Retry-After`. */
  readonly retryAfterMs?: number | undefined
  /** Idempotency key of the POST. */
  readonly idempotencyKey?: string | undefined
}

/**
 * The server refused the request.
 *
 * @example
 * if (error instanceof ApiError && error.code === 'insufficient_scope') console.log(error.message, error.requestId)
 */
export class ApiError extends MatterbaseError {
  /** Stable code of the error: an `ErrorCode`, a code of a newer server, or `http_502` if the response has none. */
  declare readonly code: AnyErrorCode
  /** HTTP status. */
  declare readonly status: number
  /** Problems with fields, at most 100. Empty for other errors. */
  declare readonly details: readonly ErrorDetail[]
  /** Number of problems that are not in `details`. */
  declare readonly detailsOmitted: number
  /** ID of the request. Quote it when you ask the operator of the server. */
  declare readonly requestId: string | undefined
  /** The page of the server that explains `code`. Undefined when an older server, or a proxy, returned the error. */
  declare readonly docUrl: string | undefined
  /** Response headers. */
  declare readonly headers: WebHeaders
  /** Response body, parsed. A string if it is not JSON. */
  declare readonly body: unknown
  /** Wait in milliseconds that the server asks for in `Retry-After`. */
  declare readonly retryAfterMs: number | undefined
  /** Idempotency key of a POST, the same for all attempts. */
  declare readonly idempotencyKey: string | undefined

  /** Created by the client. Create one only in tests. */
  constructor(message: string, { code, ...init }: ApiErrorInit) {
    super(message, { code })
    Object.assign(this, { details: [], detailsOmitted: 0, ...init })
  }

  /** The error for logs, without headers, bodies and causes. */
  override toJSON(): Record<string, unknown> {
    const { headers: _headers, body: _body, idempotencyKey: _key, cause: _cause, ...facts } = this
    return { ...super.toJSON(), ...facts }
  }

  static {
    brand(this, 'ApiError')
  }
}

/** 400: the request is invalid. See `details`. */
export class BadRequestError extends ApiError {
  /** Failed rows of an atomic bulk request (code `bulk_failed`). Rows that are valid but were not written are left out. */
  declare readonly failures: readonly RowFailure[] | undefined

  static {
    brand(this, 'BadRequestError')
  }
}

/** 401: the API key is missing, unknown, expired or revoked. */
export class AuthenticationError extends ApiError {
  static {
    brand(this, 'AuthenticationError')
  }
}

/** 403: the API key is missing the scope that the message names. */
export class PermissionError extends ApiError {
  static {
    brand(this, 'PermissionError')
  }
}

/** 404: the record does not exist in the workspace of the API key. */
export class NotFoundError extends ApiError {
  static {
    brand(this, 'NotFoundError')
  }
}

/**
 * 409: the request conflicts with existing records. `code` is the reason, such as `external_id_conflict` or `has_dependents`.
 *
 * @example
 * if (error instanceof ConflictError && error.existingId) await mb.matters.update(error.existingId, patch)
 */
export class ConflictError extends ApiError {
  /** ID of the other record, which has this `external_id` or `number` already. Set for `external_id_conflict` and `number_taken`. */
  declare readonly existingId: number | undefined
  /** Number of records that refer to this one, such as `{ matters: 2, time_entries: 0 }`. Set for `has_dependents`. */
  declare readonly dependents: Readonly<Record<string, number>> | undefined

  static {
    brand(this, 'ConflictError')
  }
}

/**
 * 410: your copy no longer matches the workspace, because the server was restored from a backup, the sample data was
 * reset, or the copy is from another workspace. Build the copy again from an export.
 *
 * @example
 * if (error instanceof SyncResetError) await rebuild(mb.matters.export())
 */
export class SyncResetError extends ApiError {
  static {
    brand(this, 'SyncResetError')
  }
}

/** 412: the record changed since `ifMatch` or `if_match`. Nothing was written. Read the record again, then repeat your change. */
export class PreconditionFailedError extends ApiError {
  /** Current `etag` of the record. Undefined if it does not exist, or if an older server returned the error. */
  declare readonly etag: string | undefined

  static {
    brand(this, 'PreconditionFailedError')
  }
}

/** 422: the `idempotencyKey` was already used with another request. */
export class IdempotencyError extends ApiError {
  static {
    brand(this, 'IdempotencyError')
  }
}

/** 429: too many requests. Wait for `retryAfterMs`. */
export class RateLimitError extends ApiError {
  static {
    brand(this, 'RateLimitError')
  }
}

/** 5xx: the server failed. */
export class ServerError extends ApiError {
  static {
    brand(this, 'ServerError')
  }
}

/** No response, or an incomplete response. */
export class ConnectionError extends MatterbaseError {
  /** Created by the client. */
  constructor(
    message: string,
    options?: {
      /** The original error. */
      readonly cause?: unknown
    },
  ) {
    super(message, { ...options, code: 'connection_error' })
  }

  static {
    brand(this, 'ConnectionError')
  }
}

/** `timeout` (code `timeout`) or `deadline` (code `deadline_exceeded`) passed. */
export class TimeoutError extends MatterbaseError {
  static {
    brand(this, 'TimeoutError')
  }
}

/** Your signal was aborted. `cause` is its reason. */
export class AbortError extends MatterbaseError {
  /** Created by the client. */
  constructor(cause: unknown) {
    super('Your signal aborted the call', { code: 'aborted', cause })
  }

  static {
    brand(this, 'AbortError')
  }
}

/** The response does not match the API contract. The code is `invalid_answer`, `invalid_record` or `pagination_stalled`. */
export class DecodeError extends MatterbaseError {
  static {
    brand(this, 'DecodeError')
  }
}

/** The error of a response that does not match the API contract. */
export const invalidAnswer = (message: string) => new DecodeError(message, { code: 'invalid_answer' })
