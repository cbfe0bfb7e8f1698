import { z } from 'zod'
import { taxCategories } from '../../../resources/tax-rates.ts'
import { Id } from '../../../fields/primitives.ts'

export const UnbilledClient = z.object({
  client_id: Id.nullable(),
  client_name: z.string().nullable(),
  entries: z.int(),
  hours: z.number(),
  expenses: z.int(),
  /** Time and expenses together. */
  amount: z.number(),
  /** Entries that no rate is known for. */
  without_rate: z.int(),
  /** Entries of no member. */
  without_user: z.int(),
})

export const UnbilledEntry = z.object({
  id: Id,
  case_id: Id.nullable(),
  description: z.string().nullable(),
  hours: z.number().nullable(),
  rate: z.number().nullable(),
  amount: z.number(),
  worked_on: z.iso.date(),
})

export const UnbilledExpense = z.object({
  id: Id,
  case_id: Id.nullable(),
  description: z.string().nullable(),
  quantity: z.number().nullable(),
  unit_price: z.number().nullable(),
  amount: z.number(),
  worked_on: z.iso.date(),
  /** The tax rate of its line; null: the firm has no taxes. */
  tax_category: z.enum(taxCategories).nullable(),
  tax_percent: z.number().nullable(),
})
