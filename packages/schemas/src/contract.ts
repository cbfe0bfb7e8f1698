import { journal } from './resources/accounting.ts'
import { invoices } from './resources/invoices.ts'
import { firm } from './resources/firm.ts'
import { creditNotes } from './resources/credit-notes.ts'
import { customFields } from './resources/custom-fields.ts'
import { documents } from './resources/documents.ts'
import { leads } from './resources/leads.ts'
import { me } from './resources/me.ts'
import type { Operation, Resource } from './operations/operation.ts'
import { ofEachRecord } from './records.ts'
import { taxRates } from './resources/tax-rates.ts'
import { payments } from './resources/payments.ts'
import { users } from './resources/users.ts'
import { webhooks } from './resources/webhooks.ts'

/** Every resource of the API, by the name it goes by in code. */
export const contract = {
  me,
  firm,
  taxRates,
  ...ofEachRecord('operations'),
  invoices,
  payments,
  creditNotes,
  journal,
  users,
  documents,
  leads,
  customFields,
  webhooks,
} as const satisfies Record<string, Resource>

export type Contract = typeof contract

/** Every operation of the API. */
export const operations: readonly Operation[] = Object.values<Resource>(contract).flatMap((resource) =>
  Object.values(resource),
)
