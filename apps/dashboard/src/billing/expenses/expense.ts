import { call } from '../../api/call.ts'
import { change } from '../../api/change.ts'
import type { Attempt } from '../../api/attempt.ts'
import type { Answer, RecordOf } from '../../api/contract.ts'
import { refresh } from '../../api/queries.ts'
import { saveWhole } from '../../api/save-whole.ts'
import { decimalText, numberOf } from '../../components/forms/typed/typed-value.ts'
import { isKeyOf } from '../../search-params/read-search.ts'
import { taxOf } from '../invoices/invoice.ts'
import { today } from '../time/days.ts'

export type Expense = RecordOf<'GET /expenses'>

export const costTypes: readonly { readonly value: Expense['kind']; readonly label: string }[] = [
  { value: 'hard', label: 'Hard cost (paid to others)' },
  { value: 'soft', label: 'Soft cost (in-house)' },
]

export const nameOfExpense = ({ description, vendor, id }: Expense) => description ?? vendor ?? `Expense ${id}`

/** The amount without tax. Null without a price. */
export const amountOf = ({ quantity, unit_price: price }: Expense) => (price === null ? null : (quantity ?? 1) * price)

/** An expense as the values of its form. */
export interface ExpenseValues {
  case_id: number | null
  description: string
  date: string
  quantity: string
  unit_price: string
  kind: Expense['kind']
  vendor: string
  code: string
  is_billable: boolean
}

export function valuesOf(expense: Expense | undefined, begin: Partial<ExpenseValues> = {}): ExpenseValues {
  return {
    case_id: expense?.case_id ?? null,
    description: expense?.description ?? '',
    date: expense ? (expense.date ?? '') : today(),
    quantity: expense ? decimalText(expense.quantity) : '1',
    unit_price: decimalText(expense?.unit_price),
    kind: expense?.kind ?? 'hard',
    vendor: expense?.vendor ?? '',
    code: expense?.code ?? '',
    is_billable: expense?.is_billable ?? true,
    ...begin,
  }
}

const labels = {
  case_id: 'Matter',
  description: 'Description',
  date: 'Day',
  quantity: 'Quantity',
  unit_price: 'Price',
  kind: 'Cost type',
  vendor: 'Paid to',
  code: 'UTBMS code',
  is_billable: 'Billable',
}

const bodyOf = (values: ExpenseValues) => ({
  ...values,
  description: values.description.trim() || null,
  date: values.date || null,
  quantity: numberOf(values.quantity),
  unit_price: numberOf(values.unit_price),
  vendor: values.vendor.trim() || null,
  code: values.code.trim().toUpperCase() || null,
})

/** The tax that is chosen for an expense. */
export interface ChosenTax {
  /** Such as `E 0`. Empty is the default of the cost type. */
  readonly value: string
  /** As it was when it was chosen. */
  readonly seen: Answer<'GET /expenses/{id}/tax'>['data']
}

const taxText = (tax: unknown) =>
  typeof tax === 'object' && tax !== null ? Object.values(tax).join(' ') : 'Default for this cost type'

/**
 * Records an expense, or saves the changed fields of an existing one.
 *
 * @param tax undefined keeps the tax.
 * @returns false if the user kept another member's values.
 */
export async function saveExpense(
  expense: Expense | undefined,
  values: ExpenseValues,
  tax: ChosenTax | undefined,
  attempt: Attempt,
): Promise<boolean> {
  const body = bodyOf(values)
  let isSaved = true
  let id = expense?.id
  if (!expense) id = (await call('POST /expenses', { body }, { attempt })).data.id
  else {
    const before = valuesOf(expense)
    const isField = isKeyOf(before)
    const changed = Object.fromEntries(
      Object.entries(body).filter(([name]) => isField(name) && values[name] !== before[name]),
    )
    const input = { params: { id: expense.id }, body: changed }
    isSaved = await change('/expenses/{id}', input, { seen: expense, labels })
  }
  if (tax && id !== undefined)
    await saveWhole(
      'PUT /expenses/{id}/tax',
      { params: { id }, body: { tax: taxOf(tax.value) } },
      { seen: tax.seen, bodyOf: (seen) => ({ tax: seen }), labels: { tax: 'Tax' }, texts: { tax: taxText } },
    )
  await refresh()
  return isSaved
}
