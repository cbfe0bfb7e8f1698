import { z } from 'zod'
import { fileOperation } from '../crud/file.ts'
import { readOnly } from '../crud/read-only.ts'
import { about, calendarDate } from '../fields/fields.ts'
import { dayRangesOf } from '../fields/day-range.ts'
import { Amount, Currency } from '../fields/money.ts'
import { namedEnum } from '../fields/named-enum.ts'
import { CreatedAt, Etag, Id, readOnlyId, Timestamp, UpdatedAt } from '../fields/primitives.ts'
import { filter, someIds, someNumbers, someOf } from '../fields/several.ts'
import { BillTo, invoiceContents } from './invoice-contents.ts'

export const invoiceStatuses = ['draft', 'sent', 'paid', 'overdue', 'cancelled'] as const

export type InvoiceStatus = (typeof invoiceStatuses)[number]

const Status = namedEnum(
  'InvoiceStatus',
  invoiceStatuses,
  'Status of the invoice. `draft`: not issued yet. `sent`: issued and not due yet. `overdue`: issued, not fully paid, and past `due_date` in the time zone of the firm. `paid`: nothing is open. `cancelled`: void, credited in full, or written off without a payment.',
)

const moment = (description: string) => Timestamp.nullable().meta({ readOnly: true, description, example: null })

const day = (description: string, example: string) =>
  about(calendarDate, { description, example }).output.meta({ readOnly: true })

export const Invoice = z
  .object({
    invoice_id: readOnlyId('invoice'),
    invoice_number: z.string().meta({
      description: 'Invoice number, as printed on the invoice. A draft has `DRAFT-` and its ID.',
      example: 'INV-2026-0042',
    }),
    case_id: Id.nullable().meta({
      description:
        'ID of the matter that the invoice bills. A matter is called `case` in field names. Null if the invoice names no matter.',
    }),
    client_user_id: Id.nullable().meta({ description: 'ID of the client, in `GET /clients/{id}`.' }),
    total_amount: Amount.meta({ description: 'Total of the invoice, with tax, in `currency`.' }),
    status: Status.meta({ example: 'paid' }),
    issue_date: about(calendarDate, { description: 'Day of issue, `YYYY-MM-DD`.', example: '2026-03-31' }).output,
    due_date: about(calendarDate, { description: 'Last day to pay, `YYYY-MM-DD`.', example: '2026-04-30' }).output,
    paid_date: about(calendarDate, {
      description: 'Day on which the invoice became `paid`, `YYYY-MM-DD`. Null for an invoice that is not paid.',
      example: '2026-04-21',
    }).output,
    amount_paid: Amount.nullable().meta({ description: 'Sum of the payments on the invoice, in `currency`.' }),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
    currency: Currency.meta({
      description:
        'Currency of all amounts of the invoice (ISO 4217). Fixed when the invoice is issued; a draft without its own currency has the currency of the firm. Null if the firm has not set one.',
    }),
    open_amount: Amount.meta({
      readOnly: true,
      description:
        'The amount that the client still owes. For `sent` and `overdue` it is `total_amount` minus `amount_paid`, `credited_amount` and `written_off_amount`. For every other status it is 0.',
      example: 0,
    }),
    credited_amount: Amount.meta({
      readOnly: true,
      description:
        'Sum that credit notes took off the invoice. A part of a credit note that became credit of the client is not included.',
      example: 0,
    }),
    written_off_amount: Amount.meta({
      readOnly: true,
      description: 'Sum that the firm wrote off as bad debt.',
      example: 0,
    }),
    voided_at: moment('Time at which the invoice was voided. Null for an invoice that is not void.'),
    written_off_at: moment('Time of the last write-off. Null while `written_off_amount` is 0.'),
    write_off_reason: z
      .string()
      .nullable()
      .meta({ readOnly: true, description: 'Reason for the last write-off.', example: null }),
    net_amount: Amount.meta({
      readOnly: true,
      description: 'Sum of the lines without tax. For an invoice without lines, `total_amount`.',
      example: 1050.84,
    }),
    tax_amount: Amount.meta({
      readOnly: true,
      description: 'Sum of the taxes: `total_amount` minus `net_amount`.',
      example: 199.66,
    }),
    balance: Amount.meta({
      readOnly: true,
      description:
        'The amount that the client still owes, as `open_amount`: `total_amount` minus `amount_paid`, `credited_amount` and `written_off_amount`. 0 for a draft and a void invoice.',
      example: 0,
    }),
    client_reference: z.string().nullable().meta({
      readOnly: true,
      description: 'Reference that the client requires on the invoice, as in `bill_to`.',
      example: '04011000-12345-34',
    }),
    period_from: day('Day of the first work or cost on the invoice, `YYYY-MM-DD`.', '2026-03-02'),
    period_to: day('Day of the last work or cost on the invoice, `YYYY-MM-DD`.', '2026-03-30'),
    language: z.string().nullable().meta({
      readOnly: true,
      description:
        'Language of the invoice (BCP 47). Fixed when the invoice is issued; a draft has the language of the firm.',
      example: 'de-DE',
    }),
    sent_at: moment('Time at which a member last sent the invoice by email. Null if it was not sent by email.'),
    bill_to: BillTo.meta({
      readOnly: true,
      description:
        'Recipient of the invoice, fixed when the invoice is issued. A draft has the client as it is now. Null without a client.',
    }),
    etag: Etag,
  })
  .meta({
    id: 'Invoice',
    description: 'An invoice to a client. You can read invoices; members create and change them in the dashboard.',
  })

/** The references of invoices. */
export const invoiceRelations = {
  case: { column: 'case_id', references: 'matters' },
  client: { column: 'client_user_id', references: 'clients' },
} as const

const reads = readOnly({
  path: 'invoices',
  noun: 'invoice',
  name: 'Invoice',
  read: 'invoices:read',
  entity: Invoice,
  relations: invoiceRelations,
  contents: invoiceContents,
  filters: {
    status: filter(someOf(Status), 'Only invoices with this `status`'),
    case_id: filter(someIds, 'Only invoices of the matter with this ID'),
    client_id: filter(someIds, 'Only invoices of the client with this ID (`client_user_id`)'),
    invoice_number: filter(someNumbers(255), 'Only invoices with this `invoice_number`'),
    ...dayRangesOf('invoices', 'issued', 'due', 'paid'),
  },
  about:
    'Members create and change invoices in the dashboard, and operators with the CLI; the API only reads them. Only drafts can be deleted.',
  hasDeletions: true,
  sortedBy: ['invoice_number', 'status', 'issue_date', 'due_date', 'total_amount', 'client'],
})

export const invoices = {
  ...reads,
  file: fileOperation({
    path: 'invoices',
    noun: 'invoice',
    name: 'Invoice',
    read: 'invoices:read',
    formats: ['pdf', 'factur-x', 'xrechnung', 'ledes1998b'],
    mediaTypes: ['application/pdf', 'application/xml', 'text/plain'],
    about:
      'An issued invoice always has its files, also when it is void, credited in full or written off. `factur-x`, `xrechnung` and `ledes1998b` show the invoice as it was issued. `pdf` also shows payments, credit notes, the write-off and the open amount, and the mark of a void invoice.',
  }),
}
