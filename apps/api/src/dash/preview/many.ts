import type { Done, RecordKind, Values } from '@matterbase/domain'
import type { Context } from '../../http/operations/context.ts'
import { answerTo } from '../../http/errors/refusal.ts'

interface Many {
  readonly body: { readonly ids: readonly number[] }
}

/** The same changes to each of many records. */
export const changeManyOf =
  ({ changeMany: change }: RecordKind) =>
  ({ body: { ids, changes } }: Many & { body: { changes: object } }, { caller, write }: Context) =>
    // Decoded by a schema made from the fields: a record of plain values.
    write(async (tx) => ({ results: (await change(tx, caller, { ids, changes: changes as Values })).map(shown) }))

/** Deletes each of many records that can be deleted. */
export const deleteManyOf =
  ({ removeMany }: RecordKind) =>
  (
    { body: { ids }, query: { force } }: Many & { query: { force?: boolean | undefined } },
    { caller, write }: Context,
  ) =>
    write(async (tx) => ({ results: (await removeMany(tx, caller, { ids, force })).map(shown) }))

function shown({ id, error }: Done) {
  if (!error) return { id, ok: true }
  const { message, code, body } = answerTo(error)
  return { id, ok: false, error: message, code, ...body }
}
