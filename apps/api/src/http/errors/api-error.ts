import { dashErrorCodes, errorCodes } from '@matterbase/schemas'
import type { DashErrorCode, ErrorCode, ErrorDetail } from '@matterbase/schemas'

const allCodes = { ...errorCodes, ...dashErrorCodes }

interface Extra {
  /** Additional fields of the error body. */
  body?: Readonly<Record<string, unknown>>
  headers?: Readonly<Record<string, string>>
}

/** An error response. The caller gets `message` unchanged. */
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

/** The most details in one error. */
export const mostDetails = 100

/** The errors in the fields of a request: the first ones, and the number of the others. */
export interface Findings {
  readonly details: readonly ErrorDetail[]
  readonly omitted: number
}

/** An error with all invalid fields of a request. */
export function validationFailed(found: readonly ErrorDetail[], alsoOmitted = 0): ApiError {
  const [first] = found
  const more = found.length - 1 + alsoOmitted
  const sentence = first ? `${first.field}: ${first.message}` : 'The fields of the request do not fit this endpoint'
  const rest = more > 0 ? ` (and ${more} more, see details)` : ''
  const body = atMost(mostDetails, { details: found, omitted: alsoOmitted })
  return new ApiError('validation_failed', sentence + rest, { body })
}

/** The fields of an error body with the details. */
export function atMost(most: number, { details: found, omitted }: Findings) {
  const details = found.slice(0, most)
  const more = found.length - details.length + omitted
  return { details, ...(more > 0 && { details_omitted: more }) }
}

const missingRecords = new WeakSet<ApiError>()

/** A record that does not exist. The REST API replaces the message with one that names the record and the workspace. */
export function notFound(
  message = 'This record does not exist. It was deleted, or it belongs to another workspace.',
): ApiError {
  const error = new ApiError('not_found', message)
  missingRecords.add(error)
  return error
}

export const isMissingRecord = (error: unknown): error is ApiError =>
  error instanceof ApiError && missingRecords.has(error)
