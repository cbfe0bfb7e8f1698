import { decimalText, numberOf } from '../../components/forms/typed/typed-value.ts'
import type { TaxRate } from '../invoices/invoice.ts'

export interface TaxValues {
  name: string
  category: TaxRate['category']
  percent: string
  reason: string
  is_for_hard_costs: boolean
}

export const taxValuesOf = ({ name, category, percent, reason, is_for_hard_costs = false }: TaxRate): TaxValues => ({
  name,
  category,
  percent: decimalText(percent),
  reason: reason ?? '',
  is_for_hard_costs,
})

export const taxBodyOf = ({ name, category, percent, reason, is_for_hard_costs }: TaxValues) => ({
  name,
  category,
  percent: category === 'S' ? (numberOf(percent) ?? 0) : 0,
  reason: category === 'S' ? null : reason.trim() || null,
  is_for_hard_costs,
})

type TaxBody = ReturnType<typeof taxBodyOf>

/** A tax as the question about conflicting changes shows it. */
export const taxText = ({ name, category, percent, reason, is_for_hard_costs: isForCosts }: TaxBody) =>
  [name, category === 'S' ? `${percent} %` : category, reason, isForCosts && 'hard costs'].filter(Boolean).join(' · ')
