import { toApiError } from '../errors/api-error.ts'
import type { MatterbaseError } from '../errors/error-base.ts'
import type { Call } from '../requests/request.ts'

interface Condition {
  /** The `etag` of each record that you read, or several, in the same order. Null deletes any version. */
  readonly if_match?: readonly (string | readonly string[] | null)[] | undefined
}

interface ByIds extends Condition {
  /** IDs of the records, at most 200. */
  readonly ids: readonly number[]
  /** Not set. */
  readonly external_ids?: undefined
}

interface ByExternalIds extends Condition {
  /** Your own IDs of the records, at most 200. */
  readonly external_ids: readonly string[]
  /** Not set. */
  readonly ids?: undefined
}

/** The records to delete, by their IDs or by your own IDs. */
export type DeleteManyTarget = ByIds | ByExternalIds

interface DeletedRow {
  /** Position of the record, starting at 0. */
  readonly index: number
  /** ID of the deleted record. */
  readonly id: number
  /** Not set. */
  readonly error?: undefined
}

interface KeptRow {
  /** Position of the record, starting at 0. */
  readonly index: number
  /** The reason. A `NotFoundError` if the record does not exist. */
  readonly error: MatterbaseError
  /** Not set. */
  readonly id?: undefined
}

/** The result of one record. Check `error` to narrow its type. */
export type DeleteResult = DeletedRow | KeptRow

interface DeleteBody {
  readonly results: readonly { index: number; status: number; id: number; error?: unknown }[]
}

/** One request that deletes many. */
export const deleteManyCall = (
  resource: string,
  target: DeleteManyTarget,
  force: boolean | undefined,
): Call<DeleteBody, DeleteResult[]> => ({
  method: 'DELETE',
  path: [resource, 'bulk'],
  query: { force: force || undefined },
  body: target,
  decode: ({ results }, { response: { headers } }) =>
    results?.map((row) => {
      const { index, status, id, error } = row
      return error === undefined ? { index, id } : { index, error: toApiError({ status, headers, body: row }) }
    }),
})
