import { z } from 'zod'

/** Money in each currency that there is some of, never added up across them. */
export const Sums = z.array(z.object({ currency: z.string().nullable(), amount: z.number() }))

/** What is paid or paid back: more than nothing. */
export const Money = z.number().positive().max(1e12)
