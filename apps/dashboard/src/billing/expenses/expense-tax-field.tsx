import { useCall } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { SelectField } from '../../components/forms/select-field.tsx'
import { taxValue } from '../invoices/invoice.ts'
import type { ChosenTax, Expense } from './expense.ts'

interface ExpenseTaxFieldProps {
  readonly expense: Expense | undefined
  /** Such as `E 0`. Undefined until it is chosen here. */
  readonly value: string | undefined
  readonly onChange: (chosen: ChosenTax) => void
}

/** The tax of an expense. Hidden if the firm has no taxes. */
export function ExpenseTaxField({ expense, value, onChange }: ExpenseTaxFieldProps) {
  const can = useCan()
  const rates = useCall('GET /tax-rates', {}, { enabled: can('invoices:read') })
  const own = useCall(
    'GET /expenses/{id}/tax',
    { params: { id: expense?.id ?? 0 } },
    { enabled: expense !== undefined, keep: false },
  )
  const taxes = rates.data?.data ?? []
  if (taxes.length === 0 || own.isLoading) return null
  const kept = own.data?.data ? taxValue(own.data.data) : ''
  const options = taxes.map((tax) => ({ value: taxValue(tax), label: tax.name }))
  const isKnown = kept === '' || options.some((option) => option.value === kept)
  return (
    <SelectField
      label="Tax"
      empty="Default for this cost type"
      options={isKnown ? options : [{ value: kept, label: kept }, ...options]}
      value={value ?? kept}
      onChange={(event) => onChange({ value: event.target.value, seen: own.data?.data ?? null })}
    />
  )
}
