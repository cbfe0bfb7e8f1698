import type { AccountContract, Contract, DashContract, SharedContract } from '@matterbase/schemas'
import type { z } from 'zod'

type OperationsOf<C> = { [R in keyof C]: C[R][keyof C[R]] }[keyof C]
type KeyOf<O> = O extends { method: infer M extends string; path: infer P extends string }
  ? `${Uppercase<M>} ${P}`
  : never

/** Operations by `METHOD /path`. */
type Table<C> = { [O in OperationsOf<C> as KeyOf<O>]: O }

type Operations = Table<SharedContract> & Table<Pick<Contract, 'me'>> & Table<DashContract> & Table<AccountContract>

/** An operation of the dashboard: `GET /matters/{id}`. */
export type OperationKey = Extract<keyof Operations, string>

/** The type of a query parameter. Numbers and booleans are converted to strings. */
type QueryValue<V> = [V] extends ['true' | 'false' | undefined]
  ? V | boolean
  : string extends NonNullable<V>
    ? V | number
    : V

type Query<S> = S extends z.ZodType ? { [K in keyof z.input<S>]: QueryValue<z.input<S>[K]> | undefined } : never

type Params<S> = S extends z.ZodType ? { [K in keyof z.input<S>]: z.input<S>[K] | number } : never

/** The dashboard can sort lists by more fields than an API key can. */
type Sorted<O, Q> = O extends { sortedBy: readonly (infer N extends string)[] }
  ? { [K in keyof Q]: K extends 'sort' ? Q[K] | N | `-${N}` : Q[K] }
  : Q

type Part<Name extends string, T> = [T] extends [never]
  ? { readonly [K in Name]?: undefined }
  : object extends T
    ? { readonly [K in Name]?: T | undefined }
    : { readonly [K in Name]: T }

type Member<O, Name extends string> = O extends { readonly [K in Name]: infer S } ? S : undefined

type Body<O> = Member<O, 'body'> extends infer S extends z.ZodType ? z.input<S> : never

/** An operation that saves a whole, such as `PATCH /firm`. The server only accepts it with the version that was seen. */
export type WholeKey = {
  [K in OperationKey]: Operations[K] extends { changes: string } ? K : never
}[OperationKey]

/** The GET that a form of such an operation shows. */
export type ReadOf<K extends WholeKey> = Operations[K] extends { changes: infer P extends string }
  ? Extract<OperationKey, `GET ${P}`>
  : never

/** The data of a response. */
export type RecordAt<K extends OperationKey> = Answer<K> extends { data: infer D } ? D : never

export type CallInput<K extends OperationKey> = Part<'params', Params<Member<Operations[K], 'params'>>> &
  Part<'query', Sorted<Operations[K], Query<Member<Operations[K], 'query'>>>> &
  (Operations[K] extends { isBodyOptional: true }
    ? { readonly body?: Body<Operations[K]> | undefined }
    : [Body<Operations[K]>] extends [never]
      ? { readonly body?: undefined }
      : { readonly body: Body<Operations[K]> })

type Answers<O> = O extends { responses: infer R } ? R[keyof R] : never

/** Only `include_deleted` returns deletions, and the dashboard does not use it. */
type Listed<T> = T extends { data: readonly (infer Item)[] }
  ? Omit<T, 'data'> & { data: Exclude<Item, { deleted_at: string }>[] }
  : T

/** The JSON of a response. */
export type Answer<K extends OperationKey> =
  Answers<Operations[K]> extends infer S extends z.ZodType ? Listed<z.output<S>> : never

/** The record of a response `{ data: [] }` or `{ data: {} }`. */
export type RecordOf<K extends OperationKey> =
  Answer<K> extends { data: readonly (infer Item)[] } ? Item : Answer<K> extends { data: infer Item } ? Item : never
