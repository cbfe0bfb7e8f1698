import { call } from '../../api/call.ts'
import { change } from '../../api/change.ts'
import { refresh } from '../../api/queries.ts'
import type { RecordOf } from '../../api/contract.ts'
import { numberAsTyped } from '../../components/forms/number-as-typed.ts'
import { today } from '../days.ts'

export type Expense = RecordOf<'GET /expenses'>

export const expenseKinds = ['hard', 'soft'] as const satisfies readonly Expense['kind'][]

export const nameOfExpense = ({ description, vendor, id }: Expense) => description ?? vendor ?? `Expense ${id}`

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
  status: Expense['status']
}

export function valuesOf(expense: Expense | undefined, begin: Partial<ExpenseValues> = {}): ExpenseValues {
  return {
    case_id: expense?.case_id ?? null,
    description: expense?.description ?? '',
    date: expense ? (expense.date ?? '') : today(),
    quantity: expense ? String(expense.quantity ?? '') : '1',
    unit_price: String(expense?.unit_price ?? ''),
    kind: expense?.kind ?? 'hard',
    vendor: expense?.vendor ?? '',
    code: expense?.code ?? '',
    is_billable: expense?.is_billable ?? true,
    status: expense?.status ?? 'pending',
    ...begin,
  }
}

const labels = {
  case_id: 'Matter',
  description: 'Description',
  date: 'Day',
  quantity: 'Quantity',
  unit_price: 'Price',
  kind: 'Kind',
  vendor: 'Paid to',
  code: 'UTBMS code',
  is_billable: 'Billable',
  status: 'Status',
}

const bodyOf = (values: ExpenseValues) => ({
  ...values,
  description: values.description.trim() || null,
  date: values.date || null,
  quantity: numberAsTyped(values.quantity, 'quantity'),
  unit_price: numberAsTyped(values.unit_price, 'unit_price'),
  vendor: values.vendor.trim() || null,
  code: values.code.trim().toUpperCase() || null,
})

/** Records an expense, or changes what differs from the one that is there. */
export async function saveExpense(expense: Expense | undefined, values: ExpenseValues): Promise<void> {
  const body = bodyOf(values)
  if (!expense) await call('POST /expenses', { body })
  else {
    const before = valuesOf(expense)
    const changed = Object.fromEntries(
      Object.entries(body).filter(([name]) => {
        const key = name as keyof ExpenseValues
        return values[key] !== before[key]
      }),
    )
    await change('PATCH /expenses/{id}', { params: { id: expense.id }, body: changed }, { seen: expense, labels })
  }
  await refresh()
}
