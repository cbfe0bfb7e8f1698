import { brand, MatterbaseError } from './error-base.ts'
import type { AnyErrorCode } from './error-codes.ts'
import type { WebHeaders } from '../config/web-types.ts'

/** One complaint about one field of the request. */
export interface ErrorDetail {
  /** A path such as `title`, `leadData.email` or `events[0]`; a query parameter goes by its name. */
  readonly field: string
  /** `required`, `invalid_type`, `invalid_value`, `not_nullable`, `too_long`, `unknown_field` and so on. */
  readonly code: string
  /** A sentence for people. */
  readonly message: string
}

/** A row that failed an atomic bulk request. */
export interface RowFailure {
  /** Its place among the rows, from 0. */
  readonly index: number
  /** What it would have been refused with alone. */
  readonly error: ApiError
}

/** What an `ApiError` is made of. */
export interface ApiErrorInit {
  /** The HTTP status. */
  readonly status: number
  /** The service's code. */
  readonly code: AnyErrorCode
  /** Complaints about fields. */
  readonly details?: readonly ErrorDetail[] | undefined
  /** How many more there are. */
  readonly detailsOmitted?: number | undefined
  /** The record that has the `external_id` already. */
  readonly existingId?: unknown
  /** How many of each kind refer to the record. */
  readonly dependents?: unknown
  /** Of an atomic bulk request. */
  readonly failures?: readonly RowFailure[] | undefined
  /** The service's name of the request. */
  readonly requestId?: string | undefined
  /** Of the answer. */
  readonly headers: WebHeaders
  /** The whole answer, parsed. */
  readonly body?: unknown
  /** Milliseconds, from `Retry-After`. */
  readonly retryAfterMs?: number | undefined
  /** What the POST was sent with. */
  readonly idempotencyKey?: string | undefined
}

/**
 * The service answered, and not with success.
 *
 * @example
 * if (error instanceof ApiError && error.code === 'insufficient_scope') console.log(error.message, error.requestId)
 */
export class ApiError extends MatterbaseError {
  /** Machine-readable and stable: one of `ErrorCode`, one of a newer service, or `http_502` where there was none. */
  declare readonly code: AnyErrorCode
  /** The HTTP status. */
  declare readonly status: number
  /** Per field, when the request was refused for its content; else empty. */
  declare readonly details: readonly ErrorDetail[]
  /** How many more there are than `details` has, which are at most 100. */
  declare readonly detailsOmitted: number
  /** Name it when you ask the service's operator. */
  declare readonly requestId: string | undefined
  /** Of the answer. */
  declare readonly headers: WebHeaders
  /** The whole parsed answer, or its text when it was not JSON. */
  declare readonly body: unknown
  /** Milliseconds the service asked to wait, from `Retry-After`. */
  declare readonly retryAfterMs: number | undefined
  /** What a POST was sent with; equal over its attempts. */
  declare readonly idempotencyKey: string | undefined

  /** Made by the client; make one yourself only in tests. */
  constructor(message: string, { code, ...init }: ApiErrorInit) {
    super(message, { code })
    Object.assign(this, { details: [], detailsOmitted: 0, ...init })
  }

  /** A form for logs: no headers, no bodies, no causes. */
  override toJSON(): Record<string, unknown> {
    const { headers: _headers, body: _body, idempotencyKey: _key, cause: _cause, ...facts } = this
    return { ...super.toJSON(), ...facts }
  }

  static {
    brand(this, 'ApiError')
  }
}

/** 400: the request was refused for its content; see `details`. */
export class BadRequestError extends ApiError {
  /** Of an atomic bulk request (code `bulk_failed`): the rows at fault, without those that only were not applied. */
  declare readonly failures: readonly RowFailure[] | undefined

  static {
    brand(this, 'BadRequestError')
  }
}

/** 401: the key is missing, wrong, expired or revoked. */
export class AuthenticationError extends ApiError {
  static {
    brand(this, 'AuthenticationError')
  }
}

/** 403: the key lacks the scope the message names. */
export class PermissionError extends ApiError {
  static {
    brand(this, 'PermissionError')
  }
}

/** 404: there is no such record in the key's workspace. */
export class NotFoundError extends ApiError {
  static {
    brand(this, 'NotFoundError')
  }
}

/**
 * 409: the record stands in the way of itself or of others; `code` says which.
 *
 * @example
 * if (error instanceof ConflictError && error.existingId) await mb.matters.update(error.existingId, patch)
 */
export class ConflictError extends ApiError {
  /** The record that has this `external_id` already; with code `external_id_conflict`. */
  declare readonly existingId: number | undefined
  /** How many of each kind refer to the record, such as `{ matters: 2, time_entries: 0 }`; with code `has_dependents`. */
  declare readonly dependents: Readonly<Record<string, number>> | undefined

  static {
    brand(this, 'ConflictError')
  }
}

/** 412: the record has changed since the ETag in `if-match`; nothing was written. Read it again, then decide. */
export class PreconditionFailedError extends ApiError {
  static {
    brand(this, 'PreconditionFailedError')
  }
}

/** 422: the `idempotencyKey` was used with another request before. */
export class IdempotencyError extends ApiError {
  static {
    brand(this, 'IdempotencyError')
  }
}

/** 429: too many requests; `retryAfterMs` says when to come back. */
export class RateLimitError extends ApiError {
  static {
    brand(this, 'RateLimitError')
  }
}

/** 5xx: the service failed. */
export class ServerError extends ApiError {
  static {
    brand(this, 'ServerError')
  }
}

/** No answer, or not a whole one. */
export class ConnectionError extends MatterbaseError {
  /** Made by the client. */
  constructor(
    message: string,
    options?: {
      /** What it comes from. */
      readonly cause?: unknown
    },
  ) {
    super(message, { ...options, code: 'connection_error' })
  }

  static {
    brand(this, 'ConnectionError')
  }
}

/** `timeout` (code `timeout`) or `deadline` (code `deadline_exceeded`) ran out. */
export class TimeoutError extends MatterbaseError {
  static {
    brand(this, 'TimeoutError')
  }
}

/** The caller's signal was aborted; `cause` is its reason. */
export class AbortError extends MatterbaseError {
  /** Made by the client. */
  constructor(cause: unknown) {
    super('The call was aborted', { code: 'aborted', cause })
  }

  static {
    brand(this, 'AbortError')
  }
}

/** An answer that is not what the service's contract says; code `invalid_answer` or `pagination_stalled`. */
export class DecodeError extends MatterbaseError {
  static {
    brand(this, 'DecodeError')
  }
}

/** What came is not what the contract says. */
export const invalidAnswer = (message: string) => new DecodeError(message, { code: 'invalid_answer' })
