import { records } from '@matterbase/domain'
import { eachRecord } from '@matterbase/schemas'
import type { DashContract } from '@matterbase/schemas'
import type { Handlers } from '../../http/operations/context.ts'
import { dryRun } from './dry-run.ts'
import { changeManyOf, deleteManyOf } from './many.ts'

export const preview: Handlers<DashContract['preview']> = eachRecord((contract, name) =>
  dryRun(contract, records[name]),
)

export const changeMany: Handlers<DashContract['changeMany']> = eachRecord((_contract, name) =>
  changeManyOf(records[name]),
)

export const deleteMany: Handlers<DashContract['deleteMany']> = eachRecord((_contract, name) =>
  deleteManyOf(records[name]),
)
