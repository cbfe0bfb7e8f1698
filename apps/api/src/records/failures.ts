import type { Saved } from '@matterbase/domain'
import type { ErrorDetail } from '@matterbase/schemas'
import { atMost } from '../http/errors/api-error.ts'
import type { ApiError } from '../http/errors/api-error.ts'

export interface Failed {
  readonly error: ApiError
}

/** The result of one record in a bulk request. */
export type Result = Saved | Failed

interface ErrorMembers {
  readonly details: readonly ErrorDetail[]
  readonly details_omitted: number
}

// The limit for all records together. Each failure shows at least three.
const mostDetails = 600

/** The number of details that each failure shows. */
export function mostDetailsEach(results: readonly Result[]): number {
  const failures = results.filter((result) => 'error' in result && 'details' in result.error.body).length
  return Math.max(3, Math.floor(mostDetails / failures))
}

/** A failure as one of the results. */
export function failureOf({ status, message, code, body }: ApiError, most: number) {
  const { details, details_omitted: omitted = 0, ...rest } = body as Partial<ErrorMembers>
  const found = details && atMost(most, { details, omitted })
  return { status, error: message, code, ...found, ...rest }
}
