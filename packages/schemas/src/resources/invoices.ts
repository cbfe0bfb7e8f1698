import { z } from 'zod'
import { readOnly } from '../crud/read-only.ts'
import { about, calendarDate } from '../fields/fields.ts'
import { Amount, Currency } from '../fields/money.ts'
import { namedEnum } from '../fields/named-enum.ts'
import { CreatedAt, Id, readOnlyId, UpdatedAt } from '../fields/primitives.ts'
import { filter, someIds, someOf } from '../fields/several.ts'

export const invoiceStatuses = ['draft', 'sent', 'paid', 'overdue', 'cancelled'] as const

export type InvoiceStatus = (typeof invoiceStatuses)[number]

const Status = namedEnum('InvoiceStatus', invoiceStatuses, 'How far the invoice is.')

export const Invoice = z
  .object({
    invoice_id: readOnlyId('invoice'),
    invoice_number: z.string().meta({
      description: 'The number that is printed on it; `DRAFT-` and its id until it is issued.',
      example: 'INV-2026-0042',
    }),
    case_id: Id.nullable().meta({ description: 'The matter that it bills.' }),
    client_user_id: Id.nullable().meta({ description: 'The id of the client.' }),
    total_amount: Amount.meta({ description: 'What is to be paid in all.' }),
    status: Status.meta({ example: 'paid' }),
    issue_date: about(calendarDate, { description: 'The day it was issued.', example: '2026-03-31' }).output,
    due_date: about(calendarDate, { description: 'The day by which it is to be paid.', example: '2026-04-30' }).output,
    paid_date: about(calendarDate, { description: 'The day it was paid.', example: '2026-04-21' }).output,
    amount_paid: Amount.nullable().meta({ description: 'What has been paid.' }),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
    currency: Currency.meta({
      description:
        'ISO 4217: the currency of its amounts, as it was issued. A draft that names none has that of the firm; null where the firm names none.',
    }),
  })
  .meta({ id: 'Invoice', description: 'An invoice.' })

/** What invoices refer to. */
export const invoiceRelations = {
  case: { column: 'case_id', references: 'matters' },
  client: { column: 'client_user_id', references: 'clients' },
} as const

export const invoices = readOnly({
  path: 'invoices',
  noun: 'invoice',
  name: 'Invoice',
  read: 'invoices:read',
  entity: Invoice,
  relations: invoiceRelations,
  filters: {
    status: filter(someOf(Status), 'Only invoices with this `status`'),
    case_id: filter(someIds, 'Only invoices of the matter with this id'),
    client_id: filter(someIds, 'Only invoices of the client with this id (`client_user_id`)'),
  },
  about: 'Invoices are written in the dashboard and the CLI; the API reads them.',
  hasDeletions: false,
  sortedBy: ['invoice_number', 'status', 'issue_date', 'due_date', 'total_amount', 'client'],
})
