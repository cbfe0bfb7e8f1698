import { records } from '@matterbase/domain'
import { eachRecord } from '@matterbase/schemas'
import type { DashContract } from '@matterbase/schemas'
import type { Context, Handlers } from '../../http/operations/context.ts'
import { importRows } from './import-rows.ts'
import { changeManyOf, deleteManyOf } from './many.ts'
import { rolledBack } from './rolled-back.ts'

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

export const changeMany: Handlers<DashContract['changeMany']> = eachRecord((_contract, name) =>
  changeManyOf(records[name]),
)

export const deleteMany: Handlers<DashContract['deleteMany']> = eachRecord((_contract, name) =>
  deleteManyOf(records[name]),
)
