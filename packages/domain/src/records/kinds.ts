import { eachRecord } from '@matterbase/schemas'
import type { RecordName } from '@matterbase/schemas'
import { deriveExpenses } from '../expenses/derive-expenses.ts'
import { deriveTimeEntries, workedBy } from '../time/derive-time-entries.ts'
import { dependentsOf } from './dependents.ts'
import { recordKind } from './record-kind.ts'
import type { RecordOptions } from './record-kind.ts'

/** What is special about a kind of record, beyond what its contract says. */
const special: Partial<Record<RecordName, Pick<RecordOptions, 'derive' | 'madeBy' | 'invoicedBy'>>> = {
  matters: { invoicedBy: 'case_id' },
  clients: { invoicedBy: 'client_user_id' },
  timeEntries: { derive: deriveTimeEntries, madeBy: workedBy },
  expenses: { derive: deriveExpenses, madeBy: workedBy },
}

/** The ordinary records of a workspace. */
export const records = eachRecord((contract, name) =>
  recordKind(contract, { ...special[name], dependents: dependentsOf(contract.path) }),
)
