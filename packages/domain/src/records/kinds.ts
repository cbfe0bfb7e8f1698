import { clients, matters, timeEntries } from '@matterbase/schemas'
import { deriveTimeEntries } from '../time/derive-time-entries.ts'
import { recordKind } from './record-kind.ts'

// The invoices of a matter or client do not hold it back: they are records of the past.
const ofMatter = { matters: null, time_entries: 'case_id' }
const ofClient = { matters: 'client_id', time_entries: 'client_id' }

/** The ordinary records of a workspace. */
export const records = {
  matters: recordKind(matters, { created: 'matter.created', dependents: ofMatter }),
  clients: recordKind(clients, { created: 'client.created', dependents: ofClient }),
  timeEntries: recordKind(timeEntries, { derive: deriveTimeEntries }),
}
