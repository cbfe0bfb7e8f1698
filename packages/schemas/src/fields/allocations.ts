import { z } from 'zod'
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

export const unallocatedOf = (noun: string) =>
  Amount.meta({ description: `What of the ${noun} is for no invoice: the client's credit.`, example: 0 })
