import { brand, MatterbaseError } from './error-base.ts'
import type { WebHeaders } from '../config/web-types.ts'

/** One complaint about one field of the request. */
export interface ErrorDetail {
  readonly field: string
  readonly code: string
  readonly message: string
}

export interface ApiErrorInit {
  readonly status: number
  readonly code: string
  readonly details?: readonly ErrorDetail[] | undefined
  readonly detailsOmitted?: number | undefined
  readonly requestId?: string | undefined
  readonly headers: WebHeaders
  readonly body?: unknown
  readonly retryAfterMs?: number | undefined
  readonly idempotencyKey?: string | undefined
}

/** The service answered, and not with success. */
export class ApiError extends MatterbaseError {
  readonly status: number
  /** Per field, when the request was refused for its content; else empty. */
  readonly details: readonly ErrorDetail[]
  /** How many more there are than `details` has, which are at most 100. */
  readonly detailsOmitted: number
  /** Name it when you ask the service's operator. */
  readonly requestId: string | undefined
  readonly headers: WebHeaders
  /** The whole parsed answer (say `existing_id` of a conflict), or its text when it was not JSON. */
  readonly body: unknown
  /** Milliseconds the service asked to wait, from `Retry-After`. */
  readonly retryAfterMs: number | undefined
  readonly idempotencyKey: string | undefined

  constructor(message: string, init: ApiErrorInit) {
    super(message, { code: init.code })
    this.status = init.status
    this.details = init.details ?? []
    this.detailsOmitted = init.detailsOmitted ?? 0
    this.requestId = init.requestId
    this.headers = init.headers
    this.body = init.body
    this.retryAfterMs = init.retryAfterMs
    this.idempotencyKey = init.idempotencyKey
  }

  override toJSON(): Record<string, unknown> {
    const { status, details, detailsOmitted, requestId, retryAfterMs } = this
    return { ...super.toJSON(), status, details, detailsOmitted, requestId, retryAfterMs }
  }

  static {
    brand(this, 'ApiError')
  }
}

/** 400: the request was refused for its content; see `details`. */
export class BadRequestError extends ApiError {
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

/** 409: the record stands in the way of itself or of others; `code` says which. */
export class ConflictError extends ApiError {
  static {
    brand(this, 'ConflictError')
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
  constructor(message: string, options?: { readonly cause?: unknown }) {
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
