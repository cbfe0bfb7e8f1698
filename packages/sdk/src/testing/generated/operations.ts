// Generated from the contract. `npx pnpm@12 generate` writes it again.

import {
  type CrudResults,
  crudRoutes,
  type FileResults,
  fileRoutes,
  type LookupResults,
  lookupRoutes,
  type ReadResults,
  readRoutes,
  type Route,
} from '../routes.ts'
import type { Matter } from '../../generated/matters.ts'
import type { Client } from '../../generated/clients.ts'
import type { TimeEntry } from '../../generated/time-entries.ts'
import type { Expense } from '../../generated/expenses.ts'
import type { ExternalRecord } from '../../generated/external-records.ts'
import type { Invoice } from '../../generated/invoices.ts'
import type { Payment } from '../../generated/payments.ts'
import type { CreditNote } from '../../generated/credit-notes.ts'
import type { User } from '../../generated/users.ts'
import type { Document } from '../../generated/documents.ts'

/** The results of the operations of records. */
export type RecordResults = CrudResults<'matters', Matter> &
  CrudResults<'clients', Client> &
  CrudResults<'timeEntries', TimeEntry> &
  CrudResults<'expenses', Expense> &
  CrudResults<'externalRecords', ExternalRecord> &
  ReadResults<'invoices', Invoice> &
  FileResults<'invoices'> &
  ReadResults<'payments', Payment> &
  ReadResults<'creditNotes', CreditNote> &
  FileResults<'creditNotes'> &
  LookupResults<'users', User> &
  ReadResults<'documents', Document> &
  FileResults<'documents'>

export const recordRoutes: readonly Route<keyof RecordResults>[] = [
  ...crudRoutes('matters', 'matters'),
  ...crudRoutes('clients', 'clients'),
  ...crudRoutes('timeEntries', 'time-entries'),
  ...crudRoutes('expenses', 'expenses'),
  ...crudRoutes('externalRecords', 'external-records'),
  ...readRoutes('invoices', 'invoices'),
  ...fileRoutes('invoices', 'invoices'),
  ...readRoutes('payments', 'payments'),
  ...readRoutes('creditNotes', 'credit-notes'),
  ...fileRoutes('creditNotes', 'credit-notes'),
  ...lookupRoutes('users', 'users'),
  ...readRoutes('documents', 'documents'),
  ...fileRoutes('documents', 'documents'),
]
