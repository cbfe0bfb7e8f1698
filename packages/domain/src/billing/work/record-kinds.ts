import { Prisma } from '@matterbase/db'
import { eachRecord } from '@matterbase/schemas'
import type { RecordName } from '@matterbase/schemas'
import { deriveExpenses } from '../expenses/derive-expenses.ts'
import { deriveTimeEntries } from '../time/derive-time-entries.ts'
import { workedBy } from './worked-by.ts'
import { moveUnbilledWork } from '../time/move-work.ts'
import { dependentsOf } from '../../core/records/dependents.ts'
import {
  byClient,
  byColumn,
  byDay,
  byMatter,
  byNumber,
  clientName,
  matterTitle,
} from '../../core/records/lists/sort-keys.ts'
import { requireNotBilled } from './on-invoice.ts'
import { recordKind } from '../../core/records/record-kind.ts'
import type { RecordOptions } from '../../core/records/record-kind.ts'

const status = byColumn('status', 'text')

/** The client is that of the matter, the status that of the invoice, and only members can be who worked. */
const ofWork = ['client_id', 'user_id', 'status']

/** What is special about a kind of record, beyond what its contract says. */
const special: Partial<Record<RecordName, Omit<RecordOptions, 'dependents'>>> = {
  matters: {
    consequence: moveUnbilledWork,
    sorts: { title: matterTitle, status, client: byClient('client_id') },
  },
  clients: {
    sorts: { name: clientName, status },
  },
  timeEntries: {
    derive: deriveTimeEntries,
    requireOpen: requireNotBilled('time_entry_id'),
    follow: ofWork,
    madeBy: workedBy,
    sorts: {
      day: { key: Prisma.sql`coalesce(start_time, created_at)`, type: 'timestamptz' },
      status,
      duration: byNumber('duration'),
      matter: byMatter('case_id'),
    },
  },
  expenses: {
    derive: deriveExpenses,
    requireOpen: requireNotBilled('expense_id'),
    follow: ofWork,
    madeBy: workedBy,
    sorts: {
      date: byDay('date'),
      status,
      amount: byNumber(Prisma.sql`coalesce(quantity, 1) * unit_price`),
    },
  },
}

/** The ordinary records of a workspace. */
export const records = eachRecord((contract, name) =>
  recordKind(contract, { ...special[name], dependents: dependentsOf(contract.path) }),
)
