import type { ApiPromise } from '../requests/api-promise.ts'
import type { Http } from '../requests/http.ts'
import { list, type List } from '../lists/list.ts'
import type { RequestOptions } from '../requests/request.ts'
import { sync, type SyncBatch, type SyncOptions } from '../lists/sync.ts'
import { upsertMany, type UpsertManyOptions, type UpsertResult } from '../lists/upsert-many.ts'
import type { ListBody, Single, Upsert, Upserted } from '../lists/wire.ts'

/** Query members every list knows. */
export interface ListParams {
  /** Records per page, 1 to 200; larger is cut to 200. Default 50, and 200 when iterating. */
  readonly limit?: number | undefined
  readonly offset?: number | undefined
  /** `nextCursor` of a page: go on after it. */
  readonly cursor?: string | undefined
  /** `total` counts the whole list too. */
  readonly include?: 'total' | undefined
}

/** Query members of the lists that can be filtered by time and sorted. */
export interface TimedListParams extends ListParams {
  /** Only the records with these ids, up to 200; those that there are not are left out. */
  readonly ids?: readonly number[] | undefined
  /** Only records changed after this moment (strictly), by `updated_at` ascending. */
  readonly updated_since?: string | Date | undefined
  readonly created_since?: string | Date | undefined
  readonly sort?: 'id' | '-id' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | undefined
}

/** One value, or up to 200 of which a record has any. */
export type Several<T> = T | readonly T[]

export interface DeleteOptions extends RequestOptions {
  /** Unlinks what depends on the record instead of refusing with a `ConflictError`. */
  readonly force?: boolean | undefined
}

/** The operations of every record the API reads and writes. */
export interface Crud<T, Create, Update, Params> {
  list(params?: Params, options?: RequestOptions): List<T>
  get(id: number, options?: RequestOptions): ApiPromise<T>
  create(body: Create, options?: RequestOptions): ApiPromise<T>
  /** Members that are absent stay; `null` clears. */
  update(id: number, patch: Update, options?: RequestOptions): ApiPromise<T>
  /** Creates the record with this `external_id`, or merges `body` into it. Safe to repeat. */
  upsert(externalId: string, body: Update, options?: RequestOptions): ApiPromise<Upsert<T>>
  delete(id: number, options?: DeleteOptions): ApiPromise<void>
  /** Upserts many rows in few requests and yields what became of each, in order. */
  upsertMany(rows: Rows<Update>, options?: UpsertManyOptions): AsyncGenerator<UpsertResult<T>, void, undefined>
  /** Everything that changed, and what was deleted, batch by batch; resumable at each batch's checkpoint. */
  sync(options?: SyncOptions): AsyncGenerator<SyncBatch<T>, void, undefined>
}

/** Records with their `external_id`, as a list, a generator or a stream. */
export type Rows<Update> = Iterable<UpsertRow<Update>> | AsyncIterable<UpsertRow<Update>>
export type UpsertRow<Update> = Update & { readonly external_id: string }

export const data = <T>(body: Single<T>) => body.data
export const nothing = () => undefined

/** @param path below the base URL, without slashes */
export function crud<
  T extends { readonly updated_at: string },
  Create extends object,
  Update extends object,
  Params extends object,
>(http: Http, path: string): Crud<T, Create, Update, Params> {
  return {
    list: (params, options) =>
      list<ListBody<T>, T>(http, { path: [path], query: { ...params }, decode: (body) => body }, options),
    get: (id, options) => http.request({ method: 'GET', path: [path, id], decode: data<T> }, options),
    create: (body, options) => http.request({ method: 'POST', path: [path], body, decode: data<T> }, options),
    update: (id, body, options) => http.request({ method: 'PATCH', path: [path, id], body, decode: data<T> }, options),
    upsert: (external_id, body, options) =>
      http.request<Upserted<T>, Upsert<T>>(
        {
          method: 'PUT',
          path: [path],
          body: { ...body, external_id },
          decode: ({ data, created }, status) => data && { data, created: created ?? status === 201 },
        },
        options,
      ),
    delete: (id, { force, ...options } = {}) =>
      http.request(
        { method: 'DELETE', path: [path, id], query: { force: force || undefined }, decode: nothing },
        options,
      ),
    upsertMany: (rows, options) => upsertMany(http, path, rows, options),
    sync: (options) => sync(http, path, options),
  }
}
