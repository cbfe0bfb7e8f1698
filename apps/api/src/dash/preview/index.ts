import { records } from '@matterbase/domain'
import { clients, matters, timeEntries } from '@matterbase/schemas'
import type { DashContract } from '@matterbase/schemas'
import type { Handlers } from '../../http/operations/context.ts'
import { dryRun } from './dry-run.ts'
import { changeMany, deleteMany } from './many.ts'

export const preview: Handlers<DashContract['preview']> = {
  matters: dryRun(matters, records.matters),
  clients: dryRun(clients, records.clients),
  timeEntries: dryRun(timeEntries, records.timeEntries),
  changeMatters: changeMany(records.matters),
  changeClients: changeMany(records.clients),
  changeTimeEntries: changeMany(records.timeEntries),
  deleteMatters: deleteMany(records.matters),
  deleteClients: deleteMany(records.clients),
  deleteTimeEntries: deleteMany(records.timeEntries),
}
