import { z } from 'zod'
import { calendarDate } from './fields.ts'
import { Amount } from './money.ts'
import { Id } from './primitives.ts'

const Allocation = z
  .object({
    invoice_id: Id.meta({ description: 'The id of the invoice.' }),
    amount: Amount.meta({ description: 'How much of it is for this invoice.' }),
  })
  .meta({ id: 'Allocation', description: 'What of a payment or credit note is for one invoice.' })

export const allocationsOf = (noun: string) =>
  z
    .array(Allocation)
    .meta({ description: `Which invoices the ${noun} is for, in the order in which it was put on them.` })

const Refund = z
  .object({
    id: Id.meta({ description: 'The id of the refund: one that takes from several has a share in each.' }),
    amount: Amount.meta({ description: 'How much of it was paid back.' }),
    paid_on: calendarDate.output.unwrap().meta({ description: 'The day it was paid back.', example: '2026-05-11' }),
    method: z.string().nullable().meta({ description: 'How it was paid back.', example: 'Bank transfer' }),
    reference: z.string().nullable().meta({ description: 'What the refund said of itself.', example: 'CN-2026-0007' }),
  })
  .meta({ id: 'Refund', description: 'What of a payment or credit note the client was paid back.' })

export const refundsOf = (noun: string) =>
  z.array(Refund).meta({ description: `What of the ${noun} the client was paid back.` })

export const unallocatedOf = (noun: string) =>
  Amount.meta({
    description: `What of the ${noun} is for no invoice and was not paid back: the client's credit.`,
    example: 0,
  })
