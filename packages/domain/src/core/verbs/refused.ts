import type { DashErrorCode, ErrorCode, ErrorDetail } from '@matterbase/schemas'

/** The codes that a verb can refuse with. Each has its HTTP status in the contract. */
export type RefusalCode = Extract<
  ErrorCode | DashErrorCode,
  | 'billed'
  | 'confirm_number'
  | 'conflict'
  | 'external_id_conflict'
  | 'has_dependents'
  | 'insufficient_scope'
  | 'invalid_key'
  | 'limit_reached'
  | 'link_expired'
  | 'missing_data'
  | 'not_found'
  | 'number_taken'
  | 'page_too_large'
  | 'password_needed'
  | 'precondition_failed'
  | 'rate_limited'
  | 'signed_out'
  | 'sync_reset'
  | 'validation_failed'
>

interface Reasons {
  /** The problems by field. */
  readonly details?: readonly ErrorDetail[]
  /** More for machines, such as `existing_id`. */
  readonly facts?: Readonly<Record<string, unknown>>
  /** The scope that an API key lacks. */
  readonly scope?: string
  /** Seconds after which the caller can try again. */
  readonly retryAfter?: number
  /** The tag of the record as it is now. */
  readonly tag?: string | undefined
}

/**
 * A request that the rules do not allow; `message` is a sentence for the caller. Adapters turn it into an HTTP response
 * or a line of the CLI.
 */
export class RefusedError extends Error {
  override readonly name = 'RefusedError'
  readonly code: RefusalCode
  readonly reasons: Reasons

  constructor(code: RefusalCode, message: string, reasons: Reasons = {}) {
    super(message)
    this.code = code
    this.reasons = reasons
  }
}

/** The workspace has no such record. */
export const notFound = (message?: string) =>
  new RefusedError(
    'not_found',
    message ?? 'This record does not exist. It was deleted, or it belongs to another workspace.',
  )

/** One field is wrong, by its name on the wire, such as `lines[2].time_entry_id`. */
export const invalid = (field: string, code: string, message: string) => invalidFields([{ field, code, message }])

export const invalidFields = (details: readonly ErrorDetail[]) =>
  new RefusedError('validation_failed', details[0]?.message ?? 'The fields of the request do not fit', { details })

/** The record is not in a state in which this can be done. */
export const conflict = (message: string, at?: { readonly field: string; readonly code: string }) =>
  new RefusedError('conflict', message, at && { details: [{ ...at, message }] })
