import { documentReads, invoiceReads } from '@matterbase/domain'
import { creditNoteReads, paymentReads } from '@matterbase/domain/payments'
import { clientRelation, documentRelations, invoiceRelations } from '@matterbase/schemas'
import type { CommandLineContract, Contract } from '@matterbase/schemas'
import { findPrinted, findPrintedNote } from '../drawing/find-printed.ts'
import { invoiceFile } from '../drawing/invoice-files.ts'
import type { Handlers } from '../http/operations/context.ts'
import { ofRecords } from '../records/crud.ts'
import { documentFile } from '../records/document-file.ts'
import { readableHandlers } from '../records/readable.ts'
import type { CommandLineDeps, ResourceDeps } from './deps.ts'
import { customFields } from './custom-fields.ts'
import { firm, taxRates } from './firm.ts'
import { journal } from './journal.ts'
import { leads } from './leads.ts'
import { listeners } from './listeners.ts'
import { me } from './me.ts'
import { testRecords } from './test-records.ts'
import { users } from './users.ts'
import { webhooks } from './webhooks.ts'

/** The handlers of the REST API. The compiler requires each resource of the contract. */
export const resources = (deps: ResourceDeps): { readonly [K in keyof Contract]: Handlers<Contract[K]> } => ({
  me,
  firm,
  taxRates,
  ...ofRecords(deps),
  invoices: {
    ...readableHandlers(deps, invoiceReads, invoiceRelations),
    file: invoiceFile(deps, findPrinted),
  },
  payments: readableHandlers(deps, paymentReads, clientRelation),
  creditNotes: {
    ...readableHandlers(deps, creditNoteReads, clientRelation),
    file: invoiceFile(deps, findPrintedNote),
  },
  users: users(deps),
  documents: {
    ...readableHandlers(deps, documentReads, documentRelations),
    file: documentFile(deps.sealer),
  },
  journal,
  leads: leads(deps),
  customFields,
  webhooks: webhooks(deps),
})

/** The handlers of the operations for the command line. */
export const commandLine = (
  deps: CommandLineDeps,
): { readonly [K in keyof CommandLineContract]: Handlers<CommandLineContract[K]> } => ({
  listeners: listeners(deps),
  testRecords,
})
