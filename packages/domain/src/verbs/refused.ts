import type { DashErrorCode, ErrorCode, ErrorDetail } from '@matterbase/schemas'

/** What a verb can refuse with; each code has its HTTP status in the contract. */
export type RefusalCode = Extract<
  ErrorCode | DashErrorCode,
  | 'conflict'
  | 'external_id_conflict'
  | 'has_dependents'
  | 'insufficient_scope'
  | 'limit_reached'
  | 'link_expired'
  | 'not_found'
  | 'password_needed'
  | 'precondition_failed'
  | 'signed_out'
  | 'validation_failed'
>

interface Reasons {
  /** What is wrong with which field. */
  readonly details?: readonly ErrorDetail[]
  /** More for machines, such as `existing_id`. */
  readonly facts?: Readonly<Record<string, unknown>>
  /** The scope that an API key lacks. */
  readonly scope?: string
  /** The tag of the record as it is now. */
  readonly tag?: string | undefined
}

/** What the rules do not allow; `message` is a sentence for the caller. Adapters make an HTTP answer or a line of it. */
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
export const notFound = (message = 'Not found') => new RefusedError('not_found', message)

/** One field is wrong, by its name on the wire, such as `lines[2].time_entry_id`. */
export const invalid = (field: string, code: string, message: string) => invalidFields([{ field, code, message }])

export const invalidFields = (details: readonly ErrorDetail[]) =>
  new RefusedError('validation_failed', details[0]?.message ?? 'The request is not valid', { details })

/** The record is not in a state in which this can be done. */
export const conflict = (message: string, at?: { readonly field: string; readonly code: string }) =>
  new RefusedError('conflict', message, at && { details: [{ ...at, message }] })
