import { Prisma } from '@matterbase/db'
import { eachRecord } from '@matterbase/schemas'
import type { RecordName } from '@matterbase/schemas'
import { deriveExpenses } from '../expenses/derive-expenses.ts'
import { requireNoCredit } from '../payments/client-credit.ts'
import { deriveTimeEntries, workedBy } from '../time/derive-time-entries.ts'
import { dependentsOf, requireNoInvoices } from './dependents.ts'
import { byClient, byColumn, byDay, byMatter, byNumber, clientName, matterTitle } from './lists/sort-keys.ts'
import { recordKind } from './record-kind.ts'
import type { RecordOptions } from './record-kind.ts'

const status = byColumn('status', 'text')

/** What is special about a kind of record, beyond what its contract says. */
const special: Partial<Record<RecordName, Omit<RecordOptions, 'dependents'>>> = {
  matters: {
    requireRemovable: (tx, id) => requireNoInvoices(tx, 'case_id', id),
    sorts: { title: matterTitle, status, client: byClient('client_id') },
  },
  clients: {
    async requireRemovable(tx, id) {
      await requireNoInvoices(tx, 'client_user_id', id)
      await requireNoCredit(tx, id)
    },
    sorts: { name: clientName, status },
  },
  timeEntries: {
    derive: deriveTimeEntries,
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
