import { z } from 'zod'
import { calendarDate } from './fields.ts'
import type { About } from './fields.ts'
import { Amount } from './money.ts'
import { Id } from './primitives.ts'

const Allocation = z
  .object({
    invoice_id: Id.meta({ description: 'ID of the invoice.' }),
    amount: Amount.meta({ description: 'Amount for this invoice.' }),
  })
  .meta({ id: 'Allocation', description: 'Part of a payment or credit note that pays one invoice.' })

export const allocationsOf = (noun: string, words: About = {}) =>
  z.array(Allocation).meta({ description: `Invoices that the ${noun} pays, in the order of allocation.`, ...words })

const Refund = z
  .object({
    id: Id.meta({
      description:
        'ID of the refund. A refund can take from several payments and credit notes, and then appears in each of them.',
    }),
    amount: Amount.meta({ description: 'Amount of this refund.' }),
    paid_on: calendarDate.output
      .unwrap()
      .meta({ description: 'Day of the refund, `YYYY-MM-DD`.', example: '2026-05-11' }),
    method: z
      .string()
      .nullable()
      .meta({ description: 'Method of the refund, as free text.', example: 'Bank transfer' }),
    reference: z.string().nullable().meta({ description: 'Reference of the refund.', example: 'CN-2026-0007' }),
  })
  .meta({ id: 'Refund', description: 'Part of a payment or credit note that was refunded to the client.' })

export const refundsOf = (noun: string) =>
  z.array(Refund).meta({ description: `Refunds to the client out of the ${noun}.`, example: [] })

export const unallocatedOf = (noun: string) =>
  Amount.meta({
    description: `Part of the ${noun} that pays no invoice and was not refunded. It is credit of the client.`,
    example: 0,
  })
