import { brand, MatterbaseError } from '../errors/error-base.ts'

/** Why a delivery was refused. */
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

/** The delivery cannot be trusted, or not be read; `status` is what to answer it with. */
export class WebhookVerificationError extends MatterbaseError {
  /** Why it was refused. */
  declare readonly code: WebhookErrorCode

  /** Made by this package. */
  constructor(
    code: WebhookErrorCode,
    message: string,
    options?: {
      /** What it comes from. */
      readonly cause?: unknown
    },
  ) {
    super(message, { ...options, code })
  }

  /** What to answer the delivery with. */
  get status(): 400 | 401 | 413 {
    if (/signature|timestamp/.test(this.code)) return 401
    return this.code === 'body_too_large' ? 413 : 400
  }

  static {
    brand(this, 'WebhookVerificationError')
  }
}
