import type { ApiPromise } from '../requests/api-promise.ts'
import type { BulkOptions, UpsertResult } from '../lists/bulk.ts'
import type { DeleteManyTarget, DeleteResult } from '../lists/delete-many.ts'
import type { List } from '../lists/list.ts'
import type { RequestOptions } from '../requests/request.ts'
import type { SyncOptions } from '../lists/sync.ts'
import type { SyncBatch } from '../lists/sync-batch.ts'
import type { UpsertManyOptions } from '../lists/upsert-many.ts'
import type { Upsert } from '../lists/wire.ts'

export type { Files } from './files.ts'

/** Parameters of every list. */
export interface ListParams {
  /** Records per page, 1 to 200. Larger values count as 200. Default 50, and 200 when iterating. */
  readonly limit?: number | undefined
  /** Number of records to skip. Default 0. To read a whole list, iterate it instead. */
  readonly offset?: number | undefined
  /** `nextCursor` of a page. The list continues after this page. */
  readonly cursor?: string | undefined
  /** `total` adds the number of records in the whole list. Above 50,000 it is an estimate (`totalIsEstimate`). */
  readonly include?: 'total' | undefined
}

/** Parameters of lists with times and sorting. */
export interface TimedListParams extends ListParams {
  /** Only the records with these IDs, at most 200. Unknown IDs are left out. */
  readonly ids?: readonly number[] | undefined
  /**
   * Only records changed after this time, ordered by `updated_at`: a Date, `2026-03-14T09:26:53Z`, or `2026-03-14`, which
   * means 00:00 UTC.
   */
  readonly updated_since?: string | Date | undefined
  /** Only records created after this time. */
  readonly created_since?: string | Date | undefined
  /** Sync epoch of your copy, from a checkpoint. If the workspace has another one, the call throws a `SyncResetError`. */
  readonly epoch?: string | undefined
  /** Order of the list. `-` means descending. Default `id`, or `updated_at` with `updated_since`. */
  readonly sort?: 'id' | '-id' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | undefined
}

/** A range of days, including the first and the last day. */
export interface DayRange {
  /** First day: `2026-03-14`, or a Date at 00:00 UTC. */
  readonly from_date?: string | Date | undefined
  /** Last day: `2026-03-14`, or a Date at 00:00 UTC. */
  readonly to_date?: string | Date | undefined
}

/** One value, or an array of up to 200 values. A record matches if it has any of them. */
export type Several<T> = T | readonly T[]

/** Your own values of a record by key, for programs. */
export type Metadata = Readonly<Record<string, string>>

/** Options of a write to one record. */
export interface WriteOptions extends RequestOptions {
  /** `etag` of the record that you read. If the record changed since, the call throws a `PreconditionFailedError`. */
  readonly ifMatch?: string | undefined
}

/** Options of `delete`. */
export interface DeleteOptions extends WriteOptions {
  /** True to unlink records that refer to this one, instead of throwing a `ConflictError`. Default false. */
  readonly force?: boolean | undefined
}

/** Expands related records. */
export interface Expand<Name extends string> {
  /** Related records to add, such as `client` next to `client_id`. Needs the scope that reads them. */
  readonly expand?: Several<Name> | undefined
}

/** Selects fields. */
export interface Sparse<Field extends string> {
  /** Only these fields and the ID. Default: all fields. */
  readonly fields?: Several<Field> | undefined
}

/** Names of ID fields. */
type Id = 'id' | 'invoice_id' | 'lead_id'

/** A record with the selected fields and its ID. Without a selection, all fields. */
export type Fields<T, Field extends keyof T> = [Field] extends [never] ? T : Pick<T, Field | Extract<keyof T, Id>>

/** A record with its expanded related records. */
export type Expanded<T, Related, Name extends keyof Related> = [Name] extends [never] ? T : T & Pick<Related, Name>

/** A record with its selected fields and expanded related records. */
export type Shown<T, Related, Name extends keyof Related, Field extends keyof T> = Expanded<
  Fields<T, Field>,
  Related,
  Name
>

/**
 * The operations of matters, clients, time entries and expenses. `Related` contains the records for `expand`.
 *
 * The types are for an API key that can read. With another API key, a write returns the fields that you sent, `id`,
 * `external_id`, `created_at` and `updated_at`. All other fields are null, even if their type is not.
 */
export interface Crud<T, Create, Update, Params, Related = object> {
  /**
   * Lists records. Await the result for a page, or iterate it for every record.
   *
   * @example
   * for await (const matter of mb.matters.list({ updated_since: '2026-03-14' })) console.log(matter.title)
   */
  list<Name extends keyof Related & string = never, Field extends keyof T & string = never>(
    params?: Params & Expand<Name> & Sparse<Field>,
    options?: RequestOptions,
  ): List<Shown<T, Related, Name, Field>>
  /**
   * Returns one record.
   *
   * @throws {NotFoundError} if it does not exist in the workspace of the API key.
   * @example
   * const { title, client } = await mb.matters.get(7, { expand: 'client' })
   */
  get<Name extends keyof Related & string = never, Field extends keyof T & string = never>(
    id: number,
    options?: RequestOptions & Expand<Name> & Sparse<Field>,
  ): ApiPromise<Shown<T, Related, Name, Field>>
  /**
   * Returns the record with this `external_id`.
   *
   * @throws {NotFoundError} if it does not exist.
   * @example
   * const matter = await mb.matters.getByExternalId('case-4711')
   */
  getByExternalId(externalId: string, options?: RequestOptions): ApiPromise<T>
  /**
   * Creates a record.
   *
   * @throws {BadRequestError} with `details` for each invalid field.
   * @throws {ConflictError} with `existingId` if another record has this `external_id`.
   * @example
   * const matter = await mb.matters.create({ title: 'Estate of Moss', start_date: '2026-03-14' })
   */
  create(body: Create, options?: RequestOptions): ApiPromise<T>
  /**
   * Changes a record. Missing fields keep their value. `null` clears a field.
   *
   * @throws {PreconditionFailedError} if the record changed since `ifMatch`.
   * @example
   * await mb.matters.update(7, { status: 'On Hold', description: null }, { ifMatch: matter.etag })
   */
  update(id: number, patch: Update, options?: WriteOptions): ApiPromise<T>
  /**
   * Creates the record with this `external_id`, or changes the given fields of the existing one. Safe to repeat.
   *
   * @example
   * const { data, created } = await mb.matters.upsert('case-4711', { title: 'Moss v. Fern' })
   */
  upsert(externalId: string, body: Omit<Update, 'external_id'>, options?: WriteOptions): ApiPromise<Upsert<T>>
  /**
   * Deletes a record. Its `external_id` can be used again.
   *
   * @throws {ConflictError} with `dependents` if other records refer to it, unless `force` is true. If an invoice, payment
   * or credit note refers to it, also with `force`.
   * @example
   * await mb.clients.delete(7, { force: true })
   */
  delete(id: number, options?: DeleteOptions): ApiPromise<void>
  /**
   * Deletes up to 200 records in one request. A record that cannot be deleted has an `error`.
   *
   * @example
   * const results = await mb.matters.deleteMany({ external_ids: ['case-1', 'case-2'] })
   * for (const { index, error } of results) if (error) console.error(index, error.message)
   */
  deleteMany(target: DeleteManyTarget, options?: Omit<DeleteOptions, 'ifMatch'>): ApiPromise<DeleteResult[]>
  /**
   * Upserts up to 200 rows in one request. Each row has its own result, or with `atomic: true` all rows or none are written.
   *
   * @example
   * await mb.matters.bulk([{ external_id: 'case-1', title: 'Moss v. Fern' }], { atomic: true })
   */
  bulk(rows: readonly UpsertRow<Update>[], options?: BulkOptions): ApiPromise<UpsertResult<T>[]>
  /**
   * Upserts any number of rows in large requests, and yields the result of each row in order.
   *
   * @example
   * for await (const { external_id, outcome, error } of mb.matters.upsertMany(rows))
   *   if (error) console.error(external_id, outcome, error.message)
   */
  upsertMany(rows: Rows<Update>, options?: UpsertManyOptions): AsyncGenerator<UpsertResult<T>, void, undefined>
  /**
   * Yields every record of one moment, in one request, in batches as they arrive. `sync` continues from the last
   * checkpoint. Use it for a first copy, because it does not contain earlier deletions.
   *
   * @throws {ConnectionError} if the connection is lost. The export is then incomplete.
   * @example
   * for await (const { items, checkpoint } of mb.matters.export()) await save(items, checkpoint)
   */
  export(options?: RequestOptions): AsyncGenerator<SyncBatch<T>, void, undefined>
  /**
   * Yields created, changed and deleted records in batches. You can continue from the checkpoint of any batch.
   *
   * @throws {SyncResetError} without `export: true`, if the checkpoint no longer matches the workspace after a restore.
   * @example
   * for await (const { items, deleted, checkpoint } of mb.matters.sync({ since: '2026-03-14' }))
   *   await save(items, deleted, checkpoint)
   */
  sync(options?: SyncOptions): AsyncGenerator<SyncBatch<T>, void, undefined>
}

/** Records with their `external_id`, as an array, a generator or a stream. */
export type Rows<Update> = Iterable<UpsertRow<Update>> | AsyncIterable<UpsertRow<Update>>

/** A record with its `external_id`. */
export type UpsertRow<Update> = Update & {
  /** ID of the record in your system. */
  readonly external_id: string
  /** `etag` of the record that you read, or several. The row is written only if the record did not change. `*` for any. */
  readonly if_match?: Several<string> | undefined
}

/** The operations of read-only records. */
export type Reads<T, Params, Related = object> = Pick<
  Crud<T, never, never, Params, Related>,
  'list' | 'get' | 'export' | 'sync'
>

/** The operations of read-only records that have UUIDs and are not part of a sync. */
export interface Lookups<T, Params, Related = object, RecordId = string> extends Pick<
  Crud<T, never, never, Params, Related>,
  'list'
> {
  /**
   * Returns one record.
   *
   * @throws {NotFoundError} if it does not exist in the account of the API key.
   * @example
   * const { name, initials } = await mb.users.get('7d2f9c1e-1f0a-4d59-9d0b-3c2f6a1b8e57')
   */
  get<Name extends keyof Related & string = never, Field extends keyof T & string = never>(
    id: RecordId,
    options?: RequestOptions & Expand<Name> & Sparse<Field>,
  ): ApiPromise<Shown<T, Related, Name, Field>>
}
