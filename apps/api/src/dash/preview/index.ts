import { clients, matters, timeEntries } from '@matterbase/schemas'
import type { DashContract } from '@matterbase/schemas'
import type { Handlers } from '../../http/operations/context.ts'
import type { WorkspaceDeps } from '../deps.ts'
import { dryRun } from './dry-run.ts'
import type { RestHandlers } from './rest-handlers.ts'
import { changeMany, deleteMany } from './many.ts'

export const preview = ({ handlers }: WorkspaceDeps): Handlers<DashContract['preview']> => {
  // Their inputs differ in the members of the body only, which come decoded by the contract's own schemas.
  const {
    matters: ofMatters,
    clients: ofClients,
    timeEntries: ofTime,
  } = handlers as unknown as Record<'matters' | 'clients' | 'timeEntries', RestHandlers>
  return {
    matters: dryRun(matters, ofMatters),
    clients: dryRun(clients, ofClients),
    timeEntries: dryRun(timeEntries, ofTime),
    changeMatters: changeMany('matter', ofMatters),
    changeClients: changeMany('client', ofClients),
    changeTimeEntries: changeMany('time_entry', ofTime),
    deleteMatters: deleteMany('matter', ofMatters),
    deleteClients: deleteMany('client', ofClients),
    deleteTimeEntries: deleteMany('time_entry', ofTime),
  }
}
