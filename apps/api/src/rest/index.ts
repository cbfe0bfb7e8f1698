import { clients, matters, timeEntries } from '@matterbase/schemas'
import type { Contract } from '@matterbase/schemas'
import type { Handlers } from '../http/operations/context.ts'
import { crud } from './crud/index.ts'
import type { ResourceDeps } from './deps.ts'
import { invoices } from './invoices.ts'
import { leads } from './leads/index.ts'
import { me } from './me.ts'
import { deriveTimeEntries } from './time-entries.ts'
import { webhooks } from './webhooks/index.ts'

// The invoices of a matter or client do not hold it back: they are records of the past.
const ofMatter = { matters: null, time_entries: 'case_id' }
const ofClient = { matters: 'client_id', time_entries: 'client_id' }

/** One line a resource; the compiler asks for every one of the contract. */
export const resources = (deps: ResourceDeps): { readonly [K in keyof Contract]: Handlers<Contract[K]> } => ({
  me,
  matters: crud(matters, deps.sealer, { created: 'matter.created', dependents: ofMatter }),
  clients: crud(clients, deps.sealer, { created: 'client.created', dependents: ofClient }),
  timeEntries: crud(timeEntries, deps.sealer, { derive: deriveTimeEntries }),
  invoices: invoices(deps),
  leads: leads(deps),
  webhooks: webhooks(deps),
})
