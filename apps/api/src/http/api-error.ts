import { dashErrorCodes, errorCodes } from '@matterbase/schemas'
import type { DashErrorCode, ErrorCode, ErrorDetail } from '@matterbase/schemas'

const allCodes = { ...errorCodes, ...dashErrorCodes }

interface Extra {
  /** Members of the error body besides the common ones. */
  body?: Readonly<Record<string, unknown>>
  headers?: Readonly<Record<string, string>>
}

/** An answer that is not a success. `message` goes to the caller as it is. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode | DashErrorCode
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ErrorCode | DashErrorCode, message: string, { body = {}, headers = {} }: Extra = {}) {
    super(message)
    this.code = code
    this.body = body
    this.headers = headers
  }

  get status(): number {
    return allCodes[this.code].status
  }
}

/** All that is wrong with the fields of a request, in one answer. */
export function validationFailed(details: readonly ErrorDetail[]): ApiError {
  const [first, ...more] = details
  const sentence = first ? `${first.field}: ${first.message}` : 'The request is not valid'
  const rest = more.length > 0 ? ` (and ${more.length} more, see details)` : ''
  return new ApiError('validation_failed', sentence + rest, { body: { details } })
}

export const notFound = () => new ApiError('not_found', 'Not found')
