import { toApiError } from '../errors/api-error.ts'
import type { MatterbaseError } from '../errors/error-base.ts'
import { invalidAnswer } from '../errors/errors.ts'
import type { Answered, Call, RequestOptions } from '../requests/request.ts'

/** Options of `bulk`. */
export interface BulkOptions extends RequestOptions {
  /**
   * True to write all rows or none. If a row fails, the call throws a `BadRequestError` with code `bulk_failed` and the
   * failed rows in `failures`. Default false: each row has its own outcome.
   */
  readonly atomic?: boolean | undefined
}

interface UpsertedRow<T> {
  /** Position of the row, starting at 0. */
  readonly index: number
  /** `external_id` of the row. */
  readonly external_id: string
  /** `unchanged` if the record already had these values. Nothing was written then, and no event fires. */
  readonly outcome: 'created' | 'updated' | 'unchanged'
  /** True if this call created the record. */
  readonly created: boolean
  /** The record after the call. */
  readonly data: T
  /** Not set. */
  readonly error?: undefined
}

interface FailedRow {
  /** Position of the row, starting at 0. */
  readonly index: number
  /** `external_id` of the row. */
  readonly external_id: string
  /** Nothing was written. */
  readonly outcome: 'failed'
  /** The error. An `ApiError` if the server refused the row. */
  readonly error: MatterbaseError
  /** Not set. */
  readonly data?: undefined
  /** Not set. */
  readonly created?: undefined
}

/**
 * The result of one row. Check `outcome` or `error` to narrow its type.
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
  /** Missing from an older server. */
  readonly outcome?: UpsertedRow<T>['outcome']
  readonly error?: unknown
}

/** The rows of one request. */
export interface Rows {
  /** Index of the first row. Default 0. */
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
    return { outcome: 'failed', error: invalidAnswer('The server returned no result for this row') }
  }
  if (row.error !== undefined)
    return { outcome: 'failed', error: toApiError({ status: row.status, headers, body: row, idempotencyKey }) }
  const { created, data, outcome = created ? 'created' : 'updated' } = row
  return { outcome, created, data }
}
