import { taxValue } from '../invoices/invoice.ts'
import type { TaxRate } from '../invoices/invoice.ts'
import type { LineValues } from './typed-lines.ts'

/** What is printed where nothing is written. */
export const placeholderOf = ({ time_entry_id: time, expense_id: expense }: LineValues) =>
  time !== null ? 'Time' : expense !== null ? 'Expense' : 'Description'

/** A line keeps a tax that Settings no longer have. */
export function optionsOf(taxes: readonly TaxRate[], value: string) {
  const known = taxes.map((tax) => ({ value: taxValue(tax), label: tax.name }))
  return known.some((option) => option.value === value) ? known : [{ value, label: value || 'None' }, ...known]
}
