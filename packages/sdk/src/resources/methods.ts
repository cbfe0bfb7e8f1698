import { bulkCall } from '../lists/bulk.ts'
import { deleteManyCall } from '../lists/delete-many.ts'
import { byExternalId, upsertCall } from './external-id.ts'
import type { Http } from '../requests/http.ts'
import { exported } from '../lists/export.ts'
import { type AnyFiles, files } from './files.ts'
import { list } from '../lists/list.ts'
import type { RequestOptions } from '../requests/request.ts'
import { sync } from '../lists/sync.ts'
import { upsertMany } from '../lists/upsert-many.ts'
import { data, type ListBody } from '../lists/wire.ts'
import type { WriteOptions, Expand, Sparse, Shown, Crud, Reads, Lookups } from './crud.ts'

/** The options with `ifMatch` as a header. */
const matching = ({ ifMatch, ...options }: WriteOptions = {}): RequestOptions =>
  ifMatch === undefined
    ? options
    : { ...options, headers: { ...options.headers, 'if-match': ifMatch.replace(/^[^"*].*$/, '"$&"') } }

export const nothing = () => undefined

/** @param path below the base URL, without slashes */
export function lookups<
  T extends object,
  Params extends object,
  Related extends object = object,
  RecordId extends string | number = string,
>(http: Http, path: string): Lookups<T, Params, Related, RecordId> {
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
      id: RecordId,
      { expand, fields, ...options }: RequestOptions & Expand<Name> & Sparse<Field> = {},
    ) =>
      http.request(
        { method: 'GET', path: [path, id], query: { expand, fields }, decode: data<Shown<T, Related, Name, Field>> },
        options,
      ),
  }
}

/**
 * @param path below the base URL, without slashes
 * @param hasDeletions whether the list can contain deleted records
 */
export function reads<
  T extends { readonly updated_at: string },
  Params extends object,
  Related extends object = object,
>(http: Http, path: string, hasDeletions?: boolean): Reads<T, Params, Related> {
  return {
    ...lookups<T, Params, Related, number>(http, path),
    export: (options) => exported(http, path, options),
    sync: (options) => sync(http, path, options, hasDeletions),
  }
}

/**
 * The same for records with files.
 *
 * @param path below the base URL, without slashes
 */
export const readsWithFiles = <
  T extends { readonly updated_at: string },
  Params extends object,
  Related extends object = object,
>(
  http: Http,
  path: string,
  hasDeletions?: boolean,
): Reads<T, Params, Related> & AnyFiles => ({
  ...reads<T, Params, Related>(http, path, hasDeletions),
  ...files(http, path),
})

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
    update: (id, body, options) =>
      http.request({ method: 'PATCH', path: [path, id], body, decode: data<T> }, matching(options)),
    upsert: (externalId, body, options) => http.request(() => upsertCall<T>(path, externalId, body), matching(options)),
    delete: (id, { force, ...options } = {}) =>
      http.request(
        { method: 'DELETE', path: [path, id], query: { force: force || undefined }, answer: 'none', decode: nothing },
        matching(options),
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
