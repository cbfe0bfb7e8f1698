import { recordContracts } from '@matterbase/schemas'
import { deriveTimeEntries } from '../time/derive-time-entries.ts'
import { dependentsOf } from './dependents.ts'
import { recordKind } from './record-kind.ts'
import type { RecordKind } from './record-kind.ts'

const { matters, clients, timeEntries } = recordContracts

/** The ordinary records of a workspace. */
export const records = {
  matters: recordKind(matters, { created: 'matter.created', dependents: dependentsOf('matters') }),
  clients: recordKind(clients, { created: 'client.created', dependents: dependentsOf('clients') }),
  timeEntries: recordKind(timeEntries, { derive: deriveTimeEntries, dependents: dependentsOf('time-entries') }),
} satisfies Record<keyof typeof recordContracts, RecordKind>
