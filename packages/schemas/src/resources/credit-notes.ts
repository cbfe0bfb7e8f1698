import { z } from 'zod'
import { fileOperation } from '../crud/file.ts'
import { readOnly } from '../crud/read-only.ts'
import { clientRelation } from '../crud/related.ts'
import { allocationsOf, refundsOf, unallocatedOf } from '../fields/allocations.ts'
import { dayRange } from '../fields/day-range.ts'
import { calendarDate } from '../fields/fields.ts'
import { Amount, Currency } from '../fields/money.ts'
import { CreatedAt, Etag, Id, readOnlyId, UpdatedAt } from '../fields/primitives.ts'
import { filter, someIds, someNumbers } from '../fields/several.ts'
import { BillTo, creditNoteContents } from './invoice-contents.ts'

export const CreditNote = z
  .object({
    id: readOnlyId('credit note'),
    number: z.string().meta({ description: 'Number of the credit note, as printed on it.', example: 'CN-2026-0007' }),
    invoice_id: Id.meta({ description: 'ID of the invoice that the credit note corrects.' }),
    client_id: Id.nullable().meta({ description: 'ID of the client of that invoice.' }),
    total_amount: Amount.meta({ description: 'Total of the credit note, with tax, in `currency`. A positive number.' }),
    tax_amount: Amount.meta({ description: 'Tax that `total_amount` includes.', example: 199.66 }),
    currency: Currency.meta({
      description:
        'Currency of the credit note (ISO 4217): the currency of the invoice, else the currency of the firm. Null if the firm has not set one.',
    }),
    issue_date: calendarDate.output
      .unwrap()
      .meta({ description: 'Day of issue, `YYYY-MM-DD`.', example: '2026-05-04' }),
    reason: z.string().nullable().meta({ description: 'Reason for the credit note.', example: 'Billed twice' }),
    allocations: allocationsOf('credit note', { example: [] }),
    refunds: refundsOf('credit note'),
    unallocated_amount: unallocatedOf('credit note'),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
    net_amount: Amount.meta({ description: 'Sum of the lines without tax.', example: 1050.84 }),
    bill_to: BillTo.meta({
      description: 'Recipient of the credit note, fixed when it was issued. Null without a client.',
    }),
    etag: Etag,
  })
  .meta({
    id: 'CreditNote',
    description:
      'A credit note that corrects an invoice, in part or in full. You can read credit notes; members issue them in the dashboard.',
  })

const reads = readOnly({
  path: 'credit-notes',
  noun: 'credit note',
  name: 'CreditNote',
  read: 'invoices:read',
  entity: CreditNote,
  relations: clientRelation,
  contents: creditNoteContents,
  filters: {
    client_id: filter(someIds, 'Only credit notes of the client with this ID'),
    invoice_id: filter(someIds, 'Only credit notes that correct the invoice with this ID'),
    number: filter(someNumbers(255), 'Only credit notes with this `number`'),
    ...dayRange('records issued'),
  },
  about:
    'Members issue credit notes in the dashboard; the API only reads them. Credit notes are never deleted. A credit note changes when its credit pays another invoice later or is refunded.',
  hasDeletions: false,
})

export const creditNotes = {
  ...reads,
  file: fileOperation({
    path: 'credit-notes',
    noun: 'credit note',
    name: 'CreditNote',
    read: 'invoices:read',
    formats: ['pdf', 'factur-x', 'xrechnung'],
    mediaTypes: ['application/pdf', 'application/xml'],
  }),
}
