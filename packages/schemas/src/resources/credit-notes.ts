import { z } from 'zod'
import { readOnly } from '../crud/read-only.ts'
import { clientRelation } from '../crud/related.ts'
import { allocationsOf, refundsOf, unallocatedOf } from '../fields/allocations.ts'
import { dayRange } from '../fields/day-range.ts'
import { calendarDate } from '../fields/fields.ts'
import { Amount, Currency } from '../fields/money.ts'
import { CreatedAt, Id, readOnlyId, UpdatedAt } from '../fields/primitives.ts'
import { filter, someIds } from '../fields/several.ts'

const CreditNote = z
  .object({
    id: readOnlyId('credit note'),
    number: z.string().meta({ description: 'The number that is printed on it.', example: 'CN-2026-0007' }),
    invoice_id: Id.meta({ description: 'The invoice that it corrects.' }),
    client_id: Id.nullable().meta({ description: 'The client of that invoice.' }),
    total_amount: Amount.meta({ description: 'What it takes off what was invoiced, with tax.' }),
    tax_amount: Amount.meta({ description: 'The tax in it.', example: 199.66 }),
    currency: Currency.meta({
      description: 'ISO 4217: that of the invoice; of one without, that of the firm. Null where the firm names none.',
    }),
    issue_date: calendarDate.output.unwrap().meta({ description: 'The day it was issued.', example: '2026-05-04' }),
    reason: z.string().nullable().meta({ description: 'Why it was issued.', example: 'Billed twice' }),
    allocations: allocationsOf('credit note'),
    refunds: refundsOf('credit note'),
    unallocated_amount: unallocatedOf('credit note'),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  })
  .meta({ id: 'CreditNote', description: 'It takes off what was invoiced, in part or whole.' })

export const creditNotes = readOnly({
  path: 'credit-notes',
  noun: 'credit note',
  name: 'CreditNote',
  read: 'invoices:read',
  entity: CreditNote,
  relations: clientRelation,
  filters: {
    client_id: filter(someIds, 'Only credit notes of the client with this id'),
    invoice_id: filter(someIds, 'Only credit notes that correct the invoice with this id'),
    ...dayRange('issued'),
  },
  about:
    'Credit notes are issued in the dashboard; the API reads them. None is ever deleted, and one that pays another invoice later, or is paid back, has changed.',
  hasDeletions: false,
})
