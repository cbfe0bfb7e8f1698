import { z } from 'zod'
import { readOnly } from '../crud/read-only.ts'
import { clientRelation } from '../crud/related.ts'
import { dayRange } from '../fields/day-range.ts'
import { calendarDate } from '../fields/fields.ts'
import { allocationsOf, refundsOf, unallocatedOf } from '../fields/allocations.ts'
import { Amount, Currency } from '../fields/money.ts'
import { CreatedAt, Etag, Id, readOnlyId, UpdatedAt } from '../fields/primitives.ts'
import { filter, someIds } from '../fields/several.ts'

export const Payment = z
  .object({
    id: readOnlyId('payment'),
    client_id: Id.nullable().meta({ description: 'ID of the client who paid.' }),
    amount: Amount.meta({ description: 'Amount of the payment, in `currency`.' }),
    currency: Currency.meta({
      description:
        'Currency of the payment (ISO 4217): the currency of its invoices, else the currency of the firm. Null if the firm has not set one.',
    }),
    paid_on: calendarDate.output
      .unwrap()
      .meta({ description: 'Day of the payment, `YYYY-MM-DD`.', example: '2026-04-21' }),
    method: z.string().nullable().meta({ description: 'Method of payment, as free text.', example: 'Bank transfer' }),
    reference: z
      .string()
      .nullable()
      .meta({ description: 'Reference of the payment, as on the bank statement.', example: 'INV-2026-0042' }),
    allocations: allocationsOf('payment'),
    refunds: refundsOf('payment'),
    unallocated_amount: unallocatedOf('payment'),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
    etag: Etag,
  })
  .meta({
    id: 'Payment',
    description: 'A payment that a client made. You can read payments; members record them in the dashboard.',
  })

export const payments = readOnly({
  path: 'payments',
  noun: 'payment',
  name: 'Payment',
  read: 'invoices:read',
  entity: Payment,
  relations: clientRelation,
  filters: {
    client_id: filter(someIds, 'Only payments of the client with this ID'),
    invoice_id: filter(someIds, 'Only payments that pay, in part or in full, the invoice with this ID'),
    ...dayRange('records paid'),
  },
  about:
    'Members record payments in the dashboard; the API only reads them. A reversed payment is deleted. A payment changes when it pays another invoice later or is refunded.',
  hasDeletions: true,
})
