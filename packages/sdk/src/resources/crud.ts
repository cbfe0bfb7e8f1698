import type { ApiPromise } from '../requests/api-promise.ts'
import { bulkCall, type BulkOptions, type UpsertResult } from '../lists/bulk.ts'
import { deleteManyCall, type DeleteManyTarget, type DeleteResult } from '../lists/delete-many.ts'
import { byExternalId, upsertCall } from './external-id.ts'
import type { Http } from '../requests/http.ts'
import { exported } from '../lists/export.ts'
import { list, type List } from '../lists/list.ts'
import type { RequestOptions } from '../requests/request.ts'
import { sync, type SyncOptions } from '../lists/sync.ts'
import type { SyncBatch } from '../lists/sync-batch.ts'
import { upsertMany, type UpsertManyOptions } from '../lists/upsert-many.ts'
import type { ListBody, Single, Upsert } from '../lists/wire.ts'

/** Query members every list knows. */
export interface ListParams {
  /** Records per page, 1 to 200; larger is cut to 200. Default 50, and 200 when iterating. */
  readonly limit?: number | undefined
  /** How many records to skip. Default 0; a walk over everything is better off without it. */
  readonly offset?: number | undefined
  /** `nextCursor` of a page: go on after it. */
  readonly cursor?: string | undefined
  /** `total` counts the whole list too; of more than 50,000 records it is an estimate, and the page says so. */
  readonly include?: 'total' | undefined
}

/** Query members of the lists that can be filtered by time and sorted. */
export interface TimedListParams extends ListParams {
  /** Only the records with these ids, up to 200; those that there are not are left out. */
  readonly ids?: readonly number[] | undefined
  /**
   * Only records changed after this moment (strictly), by `updated_at` ascending: a Date, or `2026-03-14T09:26:53Z`, or
   * `2026-03-14`, which means its start in UTC.
   */
  readonly updated_since?: string | Date | undefined
  /** Only records created after this moment (strictly). */
  readonly created_since?: string | Date | undefined
  /** Default `id`, with `updated_since` `updated_at`; `-` means descending. */
  readonly sort?: 'id' | '-id' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | undefined
}

/** One value, or up to 200 of which a record has any. */
export type Several<T> = T | readonly T[]

/** Options of `delete`. */
export interface DeleteOptions extends RequestOptions {
  /** Unlinks what depends on the record instead of refusing with a `ConflictError`. Default false. */
  readonly force?: boolean | undefined
}

/** What asks for the records that a record refers to. */
export interface Expand<Name extends string> {
  /** Names of what to put in place beside its id: `client` beside `client_id`. Needs the scope to read it. */
  readonly expand?: Several<Name> | undefined
}

/** What asks for some fields of a record. */
export interface Sparse<Field extends string> {
  /** Only these fields, and the id. Default: all of them. */
  readonly fields?: Several<Field> | undefined
}

/** What an id is called. */
type Id = 'id' | 'invoice_id' | 'lead_id'

/** A record with the fields that were asked for, and its id; all of them where none was named. */
export type Fields<T, Field extends keyof T> = [Field] extends [never] ? T : Pick<T, Field | Extract<keyof T, Id>>

/** A record with those that it refers to, as far as they were asked for. */
export type Expanded<T, Related, Name extends keyof Related> = [Name] extends [never] ? T : T & Pick<Related, Name>

/** A record as it was asked for. */
export type Shown<T, Related, Name extends keyof Related, Field extends keyof T> = Expanded<
  Fields<T, Field>,
  Related,
  Name
>

/** The operations of every record the API reads and writes; `Related` are the records that one refers to. */
export interface Crud<T, Create, Update, Params, Related = object> {
  /**
   * Records by `id`: a page when awaited, every record when iterated.
   *
   * @example
   * for await (const matter of mb.matters.list({ updated_since: '2026-03-14' })) console.log(matter.title)
   */
  list<Name extends keyof Related & string = never, Field extends keyof T & string = never>(
    params?: Params & Expand<Name> & Sparse<Field>,
    options?: RequestOptions,
  ): List<Shown<T, Related, Name, Field>>
  /**
   * One record.
   *
   * @throws {NotFoundError} when there is none in the key's workspace.
   * @example
   * const { title, client } = await mb.matters.get(7, { expand: 'client' })
   */
  get<Name extends keyof Related & string = never, Field extends keyof T & string = never>(
    id: number,
    options?: RequestOptions & Expand<Name> & Sparse<Field>,
  ): ApiPromise<Shown<T, Related, Name, Field>>
  /**
   * The record with your own id.
   *
   * @throws {NotFoundError} when there is none.
   * @example
   * const matter = await mb.matters.getByExternalId('case-4711')
   */
  getByExternalId(externalId: string, options?: RequestOptions): ApiPromise<T>
  /**
   * Makes a record.
   *
   * @throws {BadRequestError} with `details` of each wrong field.
   * @throws {ConflictError} with `existingId` when its `external_id` is taken.
   * @example
   * const matter = await mb.matters.create({ title: 'Estate of Moss', start_date: '2026-03-14' })
   */
  create(body: Create, options?: RequestOptions): ApiPromise<T>
  /**
   * Changes a record. Fields that are absent stay; `null` clears.
   *
   * @throws {PreconditionFailedError} when the ETag in the header `if-match` is not its own any more.
   * @example
   * await mb.matters.update(7, { status: 'On Hold', description: null })
   */
  update(id: number, patch: Update, options?: RequestOptions): ApiPromise<T>
  /**
   * Creates the record with this `external_id`, or merges `body` into it. Safe to repeat.
   *
   * @example
   * const { data, created } = await mb.matters.upsert('case-4711', { title: 'Moss v. Fern' })
   */
  upsert(externalId: string, body: Omit<Update, 'external_id'>, options?: RequestOptions): ApiPromise<Upsert<T>>
  /**
   * Deletes a record for good. Its `external_id` can be used again.
   *
   * @throws {ConflictError} with `dependents` when other records refer to it, unless `force` is true.
   * @example
   * await mb.clients.delete(7, { force: true })
   */
  delete(id: number, options?: DeleteOptions): ApiPromise<void>
  /**
   * Deletes at most 200 records in one request, each for itself: one that cannot be deleted has its `error`.
   *
   * @example
   * const results = await mb.matters.deleteMany({ external_ids: ['case-1', 'case-2'] })
   * for (const { index, error } of results) if (error) console.error(index, error.message)
   */
  deleteMany(target: DeleteManyTarget, options?: DeleteOptions): ApiPromise<DeleteResult[]>
  /**
   * Upserts at most 200 rows in one request, each for itself or all or none.
   *
   * @example
   * await mb.matters.bulk([{ external_id: 'case-1', title: 'Moss v. Fern' }], { atomic: true })
   */
  bulk(rows: readonly UpsertRow<Update>[], options?: BulkOptions): ApiPromise<UpsertResult<T>[]>
  /**
   * Upserts any number of rows in few requests and yields what became of each, in order.
   *
   * @example
   * for await (const { external_id, outcome, error } of mb.matters.upsertMany(rows))
   *   if (error) console.error(external_id, outcome, error.message)
   */
  upsertMany(rows: Rows<Update>, options?: UpsertManyOptions): AsyncGenerator<UpsertResult<T>, void, undefined>
  /**
   * Every record as of one moment, in one request, batch by batch as they arrive; `sync` goes on from the last
   * checkpoint without a gap. For a first copy: deletions made before are not among them.
   *
   * @throws {ConnectionError} when it breaks off: what came until then is not whole.
   * @example
   * for await (const { items, checkpoint } of mb.matters.export()) await save(items, checkpoint)
   */
  export(options?: RequestOptions): AsyncGenerator<SyncBatch<T>, void, undefined>
  /**
   * Everything that changed, and what was deleted, batch by batch; resumable at each batch's checkpoint.
   *
   * @example
   * for await (const { items, deleted, checkpoint } of mb.matters.sync({ since: '2026-03-14' }))
   *   await save(items, deleted, checkpoint)
   */
  sync(options?: SyncOptions): AsyncGenerator<SyncBatch<T>, void, undefined>
}

/** Records with their `external_id`, as a list, a generator or a stream. */
export type Rows<Update> = Iterable<UpsertRow<Update>> | AsyncIterable<UpsertRow<Update>>

/** One of them. */
export type UpsertRow<Update> = Update & {
  /** Your own record's id, which the record is found by. */
  readonly external_id: string
}

export const data = <T>(body: Single<T>) => body.data
export const nothing = () => undefined

/** The operations of records that the API only reads. */
export type Reads<T, Params, Related = object> = Pick<
  Crud<T, never, never, Params, Related>,
  'list' | 'get' | 'export' | 'sync'
>

/**
 * @param path below the base URL, without slashes
 * @param hasDeletions whether the list has tombstones to ask for
 */
export function reads<
  T extends { readonly updated_at: string },
  Params extends object,
  Related extends object = object,
>(http: Http, path: string, hasDeletions?: boolean): Reads<T, Params, Related> {
  return {
    list: <Name extends keyof Related & string = never, Field extends keyof T & string = never>(
      params?: Params & Expand<Name> & Sparse<Field>,
      options?: RequestOptions,
    ) =>
      list(
        http,
        {
          path: [path],
          query: { ...params },
          decode: (body: ListBody<Shown<T, Related, Name, Field>>) => body,
        },
        options,
      ),
    get: <Name extends keyof Related & string = never, Field extends keyof T & string = never>(
      id: number,
      { expand, fields, ...options }: RequestOptions & Expand<Name> & Sparse<Field> = {},
    ) =>
      http.request(
        { method: 'GET', path: [path, id], query: { expand, fields }, decode: data<Shown<T, Related, Name, Field>> },
        options,
      ),
    export: (options) => exported(http, path, options),
    sync: (options) => sync(http, path, options, hasDeletions),
  }
}

/** @param path below the base URL, without slashes */
export function crud<
  T extends { readonly updated_at: string },
  Create extends object,
  Update extends object,
  Params extends object,
  Related extends object = object,
>(http: Http, path: string): Crud<T, Create, Update, Params, Related> {
  return {
    ...reads<T, Params, Related>(http, path),
    getByExternalId: (externalId, options) => http.request(() => byExternalId<T>(path, externalId), options),
    create: (body, options) => http.request({ method: 'POST', path: [path], body, decode: data<T> }, options),
    update: (id, body, options) => http.request({ method: 'PATCH', path: [path, id], body, decode: data<T> }, options),
    upsert: (externalId, body, options) => http.request(() => upsertCall<T>(path, externalId, body), options),
    delete: (id, { force, ...options } = {}) =>
      http.request(
        { method: 'DELETE', path: [path, id], query: { force: force || undefined }, answer: 'none', decode: nothing },
        options,
      ),
    deleteMany: (target, { force, ...options } = {}) => http.request(deleteManyCall(path, target, force), options),
    bulk: (rows, { atomic, ...options } = {}) =>
      http.request(
        () => bulkCall<T>(path, { ids: rows.map((row) => row?.external_id) }, { data: rows }, atomic),
        options,
      ),
    upsertMany: (rows, options) => upsertMany(http, path, rows, options),
  }
}
