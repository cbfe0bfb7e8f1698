import { toApiError } from '../errors/api-error.ts'
import type { MatterbaseError } from '../errors/error-base.ts'
import type { Call } from '../requests/request.ts'

interface ByIds {
  /** At most 200. */
  readonly ids: readonly number[]
  /** None. */
  readonly external_ids?: undefined
}

interface ByExternalIds {
  /** At most 200. */
  readonly external_ids: readonly string[]
  /** None. */
  readonly ids?: undefined
}

/** Which records to delete: by their ids or by your own. */
export type DeleteManyTarget = ByIds | ByExternalIds

interface DeletedRow {
  /** The record's place among those that were passed in, from 0. */
  readonly index: number
  /** The id that it had. */
  readonly id: number
  /** None. */
  readonly error?: undefined
}

interface KeptRow {
  /** The record's place among those that were passed in, from 0. */
  readonly index: number
  /** Why it was not deleted; a `NotFoundError` when there is none. */
  readonly error: MatterbaseError
  /** None. */
  readonly id?: undefined
}

/** What became of one record, narrowed by `error`. */
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
