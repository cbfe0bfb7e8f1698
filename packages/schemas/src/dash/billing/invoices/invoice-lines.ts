import { z } from 'zod'
import { amount, calendarDate } from '../../../fields/fields.ts'
import { mostAmount } from '../../../fields/money.ts'
import { lineKinds } from '../../../resources/invoice-contents.ts'
import { taxCategories } from '../../../resources/tax-rates.ts'
import type { TaxCategory } from '../../../resources/tax-rates.ts'
import { Id, line, text } from '../../../fields/primitives.ts'

const Decimal = z.number()
const Kind = z.enum(lineKinds)
const Category = z.enum(taxCategories)

export const Line = z.object({
  id: Id,
  kind: Kind,
  /** The time that it bills. */
  time_entry_id: Id.nullable(),
  /** The expense that it bills. */
  expense_id: Id.nullable(),
  /** When the time was worked, or the expense had. */
  worked_on: z.iso.date().nullable(),
  description: z.string(),
  /** Hours, of time. */
  quantity: Decimal.nullable(),
  unit_price: Decimal.nullable(),
  discount_percent: Decimal.nullable(),
  /** Without tax. */
  net: Decimal,
  tax_category: Category,
  tax_percent: Decimal,
})

const percent = z.number().min(0).max(100)

/** Money that is below 0 where something is taken off: a discount, an advance. */
const signed = z
  .number({ error: 'must be a number such as -1.5' })
  .min(-mostAmount)
  .max(mostAmount)
  .transform((value) => Number(value.toFixed(10)))
  .nullable()

/** Only the standard rate has a percentage above 0. */
const taxed = ({ category, percent: rate }: { category: TaxCategory | undefined; percent: number | undefined }) =>
  (category === undefined) === (rate === undefined) && (category === undefined || (category === 'S') === (rate !== 0))

/**
 * Fields that are absent are copied from the time entry or expense. `net` is quantity × unit price less the discount
 * unless it is given.
 */
export const LineInput = z
  .object({
    time_entry_id: Id.nullable().optional(),
    expense_id: Id.nullable().optional(),
    kind: Kind.optional(),
    worked_on: calendarDate.input.optional(),
    description: text(4096).nullable().optional(),
    quantity: amount.input.optional(),
    unit_price: signed.optional(),
    discount_percent: percent.nullable().optional(),
    net: signed.optional(),
    /** Both or none; without them the firm's first tax rate. */
    tax_category: Category.optional(),
    tax_percent: percent.optional(),
  })
  .refine(({ time_entry_id: time, expense_id: expense }) => typeof time !== 'number' || typeof expense !== 'number', {
    path: ['expense_id'],
    message: 'cannot be set together with time_entry_id. Send one of them',
    params: { code: 'invalid_value' },
  })
  .refine(({ time_entry_id: time, expense_id: expense, description }) => time || expense || description?.trim(), {
    path: ['description'],
    message: 'is required on a line that bills no time entry and no expense',
    params: { code: 'required' },
  })
  .refine(({ unit_price: price, discount_percent: discount }) => (price ?? 0) >= 0 || !discount, {
    path: ['discount_percent'],
    message: 'cannot be set if unit_price is below 0',
    params: { code: 'invalid_value' },
  })
  .refine(({ tax_category: category, tax_percent: rate }) => taxed({ category, percent: rate }), {
    path: ['tax_percent'],
    message: 'must be more than 0 for the category S, and 0 for all others',
    params: { code: 'invalid_value' },
  })

export const Tax = z.object({
  category: Category,
  percent: Decimal,
  /** The sum of the lines with this category and percentage. */
  base: Decimal,
  tax: Decimal,
})

/** The tax rate of an expense. */
export const ExpenseTax = z
  .object({ category: Category, percent })
  .refine(taxed, {
    path: ['percent'],
    message: 'must be more than 0 for the category S, and 0 for all others',
    params: { code: 'invalid_value' },
  })
  .nullable()

export const TaxRate = z
  .object({
    name: line(64).trim().min(1),
    category: Category,
    percent,
    /** The reason on invoices for no tax. */
    reason: line(255).nullable().optional(),
    /** Costs that were paid to a third party have it, unless the expense says another tax. At most one. */
    is_for_hard_costs: z.boolean().optional(),
  })
  .refine(taxed, {
    path: ['percent'],
    message: 'must be more than 0 for the category S, and 0 for all others',
    params: { code: 'invalid_value' },
  })
