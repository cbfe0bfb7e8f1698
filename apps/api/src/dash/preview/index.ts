import { records } from '@matterbase/domain'
import type { Tx, Done, RecordKind, Values } from '@matterbase/domain'
import { eachRecord } from '@matterbase/schemas'
import type { DashContract } from '@matterbase/schemas'
import type { Context, Handlers } from '../../http/operations/context.ts'
import { importRows } from './import-rows.ts'
import { answerTo } from '../../http/errors/refusal.ts'

interface Rows {
  readonly body: { readonly data: readonly unknown[] }
}

export const preview: Handlers<DashContract['preview']> = eachRecord((contract, name) => {
  const importing = importRows(contract, records[name])
  return ({ body: { data } }: Rows, context: Context) => rolledBack(context, (tx) => importing(tx, data, context))
})

export const importMany: Handlers<DashContract['importMany']> = eachRecord((contract, name) => {
  const importing = importRows(contract, records[name])
  return ({ body: { data } }: Rows, context: Context) => context.write((tx) => importing(tx, data, context))
})

interface Many {
  readonly body: { readonly ids: readonly number[] }
}

/** Makes the same changes to many records. */
const changeManyOf =
  ({ changeMany: change }: RecordKind) =>
  ({ body: { ids, changes } }: Many & { body: { changes: object } }, { caller, write }: Context) =>
    // Decoded by a schema made from the fields: a record of plain values.
    write(async (tx) => ({ results: (await change(tx, caller, { ids, changes: changes as Values })).map(resultOf) }))

/** Deletes the records that can be deleted. */
const deleteManyOf =
  ({ removeMany }: RecordKind) =>
  (
    { body: { ids }, query: { force } }: Many & { query: { force?: boolean | undefined } },
    { caller, write }: Context,
  ) =>
    write(async (tx) => ({ results: (await removeMany(tx, caller, { ids, force })).map(resultOf) }))

export const changeMany: Handlers<DashContract['changeMany']> = eachRecord((_contract, name) =>
  changeManyOf(records[name]),
)

export const deleteMany: Handlers<DashContract['deleteMany']> = eachRecord((_contract, name) =>
  deleteManyOf(records[name]),
)

/** Carries the result of a transaction that is rolled back. */
class RolledBack<T> extends Error {
  readonly answer: T

  constructor(answer: T) {
    super('Rolled back')
    this.answer = answer
  }
}

/** Returns the result of `work` in a transaction, and rolls the transaction back. */
async function rolledBack<T>({ write }: Context, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await write<never>(async (tx) => {
      throw new RolledBack(await work(tx))
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.answer as T
    throw error
  }
}

function resultOf({ id, error }: Done) {
  if (!error) return { id, ok: true }
  const { message, code, body } = answerTo(error)
  return { id, ok: false, error: message, code, ...body }
}
