import { toApiError } from '../errors/api-error.ts'
import type { MatterbaseError } from '../errors/error-base.ts'
import { invalidAnswer } from '../errors/errors.ts'
import type { Answered, Call, RequestOptions } from '../requests/request.ts'

/** Options of `bulk`. */
export interface BulkOptions extends RequestOptions {
  /**
   * All rows or none: one that fails makes the call throw a `BadRequestError` with code `bulk_failed`, whose `failures`
   * say which rows it were. Default false: each row has its own outcome.
   */
  readonly atomic?: boolean | undefined
}

interface UpsertedRow<T> {
  /** The row's place among those that were passed in, from 0. */
  readonly index: number
  /** The row's own. */
  readonly external_id: string
  /** `unchanged` when the record was so already: nothing was written, no event fires. */
  readonly outcome: 'created' | 'updated' | 'unchanged'
  /** Whether this call made the record. */
  readonly created: boolean
  /** The record as it is now. */
  readonly data: T
  /** None. */
  readonly error?: undefined
}

interface FailedRow {
  /** The row's place among those that were passed in, from 0. */
  readonly index: number
  /** The row's own. */
  readonly external_id: string
  /** Nothing was written of this row. */
  readonly outcome: 'failed'
  /** Why; an `ApiError` where the service refused the row. */
  readonly error: MatterbaseError
  /** None. */
  readonly data?: undefined
  /** None. */
  readonly created?: undefined
}

/**
 * What became of one row, narrowed by `outcome` or by `error`.
 *
 * @example
 * for (const { external_id, outcome, error } of results) if (error) console.log(external_id, outcome, error.message)
 */
export type UpsertResult<T> = UpsertedRow<T> | FailedRow

interface BulkBody<T> {
  readonly results: readonly BulkRow<T>[]
}

type BulkRow<T> = Omit<UpsertedRow<T>, 'outcome' | 'error'> & {
  readonly status: number
  /** Not from an older service. */
  readonly outcome?: UpsertedRow<T>['outcome']
  readonly error?: unknown
}

/** The rows of one request. */
export interface Rows {
  /** Index of the first one in the whole. Default 0. */
  readonly first?: number
  /** The external_id of each. */
  readonly ids: readonly string[]
}

/** One bulk request. */
export const bulkCall = <T>(
  resource: string,
  { first = 0, ids }: Rows,
  body: unknown,
  atomic?: boolean,
): Call<BulkBody<T>, UpsertResult<T>[]> => ({
  method: 'POST',
  path: [resource, 'bulk'],
  query: { atomic: atomic || undefined },
  body,
  decode: ({ results }, answered) => {
    const byIndex = new Map(results?.map((result) => [result.index, result]))
    return ids.map((external_id, at) => {
      const place = { index: first + at, external_id }
      return { ...place, ...outcomeOf(byIndex.get(at), answered) }
    })
  },
})

type Became<R> = R extends unknown ? Omit<R, 'index' | 'external_id'> : never

function outcomeOf<T>(
  row: BulkRow<T> | undefined,
  { response: { headers }, idempotencyKey }: Answered,
): Became<UpsertResult<T>> {
  if (!row) {
    return { outcome: 'failed', error: invalidAnswer('The service did not say what became of this row') }
  }
  if (row.error !== undefined)
    return { outcome: 'failed', error: toApiError({ status: row.status, headers, body: row, idempotencyKey }) }
  const { created, data, outcome = created ? 'created' : 'updated' } = row
  return { outcome, created, data }
}
