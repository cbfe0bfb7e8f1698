import { z } from 'zod'
import { AmountInput } from '../../../fields/fields.ts'
import { mostAmount } from '../../../fields/money.ts'

/** Money in each currency that there is some of, never added up across them. */
export const Sums = z.array(z.object({ currency: z.string().nullable(), amount: z.number() }))

/** Money that is not 0: below 0 where it is of a line that takes something off. */
export const SignedMoney = z
  .number()
  .min(-mostAmount)
  .max(mostAmount)
  .transform((value) => Number(value.toFixed(10)))
  .refine((value) => value !== 0, { params: { code: 'out_of_range' }, message: 'must not be 0' })

/** A paid or refunded amount, more than 0. */
export const Money = AmountInput.refine((value) => value > 0, {
  params: { code: 'out_of_range' },
  message: 'must be more than 0',
})
