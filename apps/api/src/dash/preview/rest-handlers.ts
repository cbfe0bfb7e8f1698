import type { Tx } from '@matterbase/domain'
import type { Context } from '../../http/operations/context.ts'
import type { RawJson } from '../../http/answer/raw-json.ts'

interface ById<Q = object, B = object> {
  readonly params: { readonly id: number }
  readonly query: Q
  readonly body: B
}

/** The handlers of an ordinary REST resource that work on many records here. */
export interface RestHandlers {
  bulk(
    input: { params: object; query: object; body: { data: readonly unknown[] } },
    context: Context,
  ): Promise<{ results: RawJson }>
  get(input: ById, context: Context): Promise<{ data: RawJson }>
  update(input: ById, context: Context): Promise<{ data: RawJson }>
  delete(input: ById<{ force?: boolean | undefined }>, context: Context): Promise<{ success: true }>
}

/** The same context for handlers that are to take part in a transaction that is under way. */
export function within(tx: Tx, context: Context): Context {
  return { ...context, sql: tx.sql, write: (work) => work(tx) }
}
