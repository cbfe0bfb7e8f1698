import { records } from '@matterbase/domain'
import { clients, matters, timeEntries } from '@matterbase/schemas'
import type { Contract } from '@matterbase/schemas'
import type { Handlers } from '../http/operations/context.ts'
import { crud } from '../records/crud.ts'
import type { ResourceDeps } from './deps.ts'
import { invoices } from './invoices.ts'
import { leads } from './leads.ts'
import { me } from './me.ts'
import { webhooks } from './webhooks.ts'

/** One line a resource; the compiler asks for every one of the contract. */
export const resources = (deps: ResourceDeps): { readonly [K in keyof Contract]: Handlers<Contract[K]> } => ({
  me,
  matters: crud(matters, records.matters, deps.sealer),
  clients: crud(clients, records.clients, deps.sealer),
  timeEntries: crud(timeEntries, records.timeEntries, deps.sealer),
  invoices: invoices(deps),
  leads: leads(deps),
  webhooks: webhooks(deps),
})
