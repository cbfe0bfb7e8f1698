import type { DeleteResult } from '../lists/delete-many.ts'
import type { Upsert } from '../lists/wire.ts'

export type LookupResults<Name extends string, T> = Record<`${Name}.list`, readonly T[]> & Record<`${Name}.get`, T>
export type ReadResults<Name extends string, T> = LookupResults<Name, T> & Record<`${Name}.export`, readonly T[]>
export type FileResults<Name extends string> = Record<`${Name}.file`, Uint8Array>
export type CrudResults<Name extends string, T> = ReadResults<Name, T> &
  Record<`${Name}.create` | `${Name}.update`, T> &
  Record<`${Name}.upsert`, Upsert<T>> &
  Record<`${Name}.deleteMany`, readonly DeleteResult[]> &
  Record<`${Name}.delete`, void>

/** The format of a response: `list` pages, `lines` of an export, `data` in an envelope, `bare`, a `file`, or a name of its own. */
export type Shape =
  | 'list'
  | 'lines'
  | 'leads'
  | 'webhooks'
  | 'data'
  | 'bare'
  | 'upsert'
  | 'bulk'
  | 'deleted'
  | 'file'
  | 'success'

export interface Route<Name extends string> {
  readonly operation: Name
  readonly method: string
  readonly pattern: RegExp
  readonly shape: Shape
}

export const route = <Name extends string>(
  operation: Name,
  method: string,
  path: string,
  shape: Shape,
): Route<Name> => ({
  operation,
  method,
  pattern: new RegExp(`^/${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
  shape,
})

export const lookupRoutes = <Name extends string>(
  name: Name,
  path: string,
): readonly Route<keyof LookupResults<Name, unknown>>[] => [
  route(`${name}.list`, 'GET', path, 'list'),
  route(`${name}.get`, 'GET', `${path}/:id`, 'data'),
]

export const readRoutes = <Name extends string>(
  name: Name,
  path: string,
): readonly Route<keyof ReadResults<Name, unknown>>[] => [
  route(`${name}.list`, 'GET', path, 'list'),
  route(`${name}.export`, 'GET', `${path}/export`, 'lines'),
  route(`${name}.get`, 'GET', `${path}/:id`, 'data'),
]

export const fileRoutes = <Name extends string>(
  name: Name,
  path: string,
): readonly Route<keyof FileResults<Name>>[] => [route(`${name}.file`, 'GET', `${path}/:id/file`, 'file')]

export const crudRoutes = <Name extends string>(
  name: Name,
  path: string,
): readonly Route<keyof CrudResults<Name, unknown>>[] => [
  ...readRoutes(name, path),
  route(`${name}.create`, 'POST', path, 'data'),
  route(`${name}.upsert`, 'PUT', path, 'upsert'),
  route(`${name}.upsert`, 'POST', `${path}/bulk`, 'bulk'),
  route(`${name}.update`, 'PATCH', `${path}/:id`, 'data'),
  route(`${name}.deleteMany`, 'DELETE', `${path}/bulk`, 'deleted'),
  route(`${name}.delete`, 'DELETE', `${path}/:id`, 'success'),
]
