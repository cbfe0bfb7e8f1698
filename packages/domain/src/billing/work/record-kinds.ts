import { Prisma } from '@matterbase/db'
import { eachRecord } from '@matterbase/schemas'
import type { RecordName } from '@matterbase/schemas'
import { deriveExpenses } from '../expenses/derive-expenses.ts'
import { missingTargets } from '../external-records/missing-targets.ts'
import { deriveTimeEntries } from '../time/derive-time-entries.ts'
import { renewDrafts } from '../invoices/follow-client.ts'
import { daysOfExpenses, daysOfTime, momentOfTime } from './work-days.ts'
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
import { refuseBilled, requireNotBilled, requireUnlinkable } from './frozen-work.ts'
import { recordKind } from '../../core/records/record-kind.ts'
import type { RecordOptions } from '../../core/records/record-kind.ts'

const status = byColumn('status', 'text')

/** The client comes from the matter, and the status from the invoice. */
const ofWork = ['client_id', 'status']

/** The special cases of each kind of record. */
const special: Partial<Record<RecordName, Omit<RecordOptions, 'dependents'>>> = {
  matters: {
    consequence: moveUnbilledWork,
    requireUnlinkable: requireUnlinkable('case_id', 'matter'),
    sorts: { title: matterTitle, status, client: byClient('client_id') },
  },
  clients: {
    consequence: renewDrafts,
    requireUnlinkable: requireUnlinkable('client_id', 'client'),
    sorts: { name: clientName, status },
  },
  timeEntries: {
    derive: deriveTimeEntries,
    refuse: refuseBilled('time_entry_id'),
    requireOpen: requireNotBilled('time_entry_id'),
    follow: ofWork,
    madeBy: workedBy,
    filters: daysOfTime,
    sorts: {
      day: { key: momentOfTime, type: 'timestamptz' },
      status,
      duration: byNumber('duration'),
      matter: byMatter('case_id'),
    },
  },
  expenses: {
    derive: deriveExpenses,
    refuse: refuseBilled('expense_id'),
    requireOpen: requireNotBilled('expense_id'),
    follow: ofWork,
    madeBy: workedBy,
    filters: () => daysOfExpenses,
    sorts: {
      date: byDay('date'),
      status,
      amount: byNumber(Prisma.sql`coalesce(quantity, 1) * unit_price`),
    },
  },
  externalRecords: { problems: missingTargets },
}

/** The ordinary records of a workspace. */
export const records = eachRecord((contract, name) =>
  recordKind(contract, { ...special[name], dependents: dependentsOf(contract.path) }),
)
