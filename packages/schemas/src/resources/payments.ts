import { z } from 'zod'
import { readOnly } from '../crud/read-only.ts'
import { clientRelation } from '../crud/related.ts'
import { dayRange } from '../fields/day-range.ts'
import { calendarDate } from '../fields/fields.ts'
import { allocationsOf, refundsOf, unallocatedOf } from '../fields/allocations.ts'
import { Amount, Currency } from '../fields/money.ts'
import { CreatedAt, Id, readOnlyId, UpdatedAt } from '../fields/primitives.ts'
import { filter, someIds } from '../fields/several.ts'

const Payment = z
  .object({
    id: readOnlyId('payment'),
    client_id: Id.nullable().meta({ description: 'The client who paid.' }),
    amount: Amount.meta({ description: 'What was paid.' }),
    currency: Currency.meta({
      description:
        'ISO 4217: that of the invoices that it is for, or could be; of one without, that of the firm. Null where the firm names none.',
    }),
    paid_on: calendarDate.output.unwrap().meta({ description: 'The day it was paid.', example: '2026-04-21' }),
    method: z.string().nullable().meta({ description: 'How it was paid.', example: 'Bank transfer' }),
    reference: z
      .string()
      .nullable()
      .meta({ description: 'What the payment said of itself.', example: 'INV-2026-0042' }),
    allocations: allocationsOf('payment'),
    refunds: refundsOf('payment'),
    unallocated_amount: unallocatedOf('payment'),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  })
  .meta({ id: 'Payment', description: 'Money that a client paid.' })

export const payments = readOnly({
  path: 'payments',
  noun: 'payment',
  name: 'Payment',
  read: 'invoices:read',
  entity: Payment,
  relations: clientRelation,
  filters: {
    client_id: filter(someIds, 'Only payments of the client with this id'),
    invoice_id: filter(someIds, 'Only payments that are, in part or whole, for the invoice with this id'),
    ...dayRange('paid'),
  },
  about:
    'Payments are recorded in the dashboard; the API reads them. One that is taken back is deleted, and one that pays another invoice later, or is paid back, has changed.',
  hasDeletions: true,
})
