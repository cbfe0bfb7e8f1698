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

/** The most details in one error. */
export const mostDetails = 100

/** What is wrong with the fields of a request: the first of it, and how much more there is. */
export interface Findings {
  readonly details: readonly ErrorDetail[]
  readonly omitted: number
}

/** All that is wrong with the fields of a request, in one answer. */
export function validationFailed(found: readonly ErrorDetail[], alsoOmitted = 0): ApiError {
  const [first] = found
  const more = found.length - 1 + alsoOmitted
  const sentence = first ? `${first.field}: ${first.message}` : 'The fields of the request do not fit this endpoint'
  const rest = more > 0 ? ` (and ${more} more, see details)` : ''
  const body = atMost(mostDetails, { details: found, omitted: alsoOmitted })
  return new ApiError('validation_failed', sentence + rest, { body })
}

/** The members of an error body that say what was found. */
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

/** Whether an error is `notFound`. */
export const isMissingRecord = (error: unknown): error is ApiError =>
  error instanceof ApiError && missingRecords.has(error)
