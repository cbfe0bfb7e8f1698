import { brand, MatterbaseError } from '../errors/error-base.ts'

/** Reason why a delivery was refused. */
export type WebhookErrorCode =
  | 'missing_signature'
  | 'malformed_signature'
  | 'signature_mismatch'
  | 'body_not_raw'
  | 'body_empty'
  | 'body_too_large'
  | 'invalid_json'
  | 'invalid_event'
  | 'timestamp_missing'
  | 'timestamp_too_old'
  | 'timestamp_too_new'

/** The delivery cannot be verified or read. Respond with its `status`. */
export class WebhookVerificationError extends MatterbaseError {
  /** Reason why the delivery was refused. */
  declare readonly code: WebhookErrorCode

  /** Created by this package. */
  constructor(
    code: WebhookErrorCode,
    message: string,
    options?: {
      /** The original error. */
      readonly cause?: unknown
    },
  ) {
    super(message, { ...options, code })
  }

  /** HTTP status for your response. */
  get status(): 400 | 401 | 413 {
    if (/signature|timestamp/.test(this.code)) return 401
    return this.code === 'body_too_large' ? 413 : 400
  }

  static {
    brand(this, 'WebhookVerificationError')
  }
}
