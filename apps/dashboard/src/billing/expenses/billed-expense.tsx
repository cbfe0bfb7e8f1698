import { call } from '../../api/call.ts'
import { refresh } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { toastError } from '../../components/overlays/toast.tsx'
import { Facts } from '../../components/values/facts.tsx'
import { DateOnly, Money } from '../../components/values/moments.tsx'
import { useNames } from '../../records/use-names.ts'
import { BilledNotice } from '../time/billed-notice.tsx'
import { nameOfExpense } from './expense.ts'
import type { Expense } from './expense.ts'

/** An expense that is billed: as it is on its invoice, and not to be changed. */
export function BilledExpense({ expense }: { readonly expense: Expense }) {
  const mayWrite = useCan()('matters:write')
  const { matter } = useNames({ matters: [expense.case_id] })
  const free = () =>
    void call('PATCH /expenses/{id}', { params: { id: expense.id }, body: { status: 'pending' } })
      .then(() => refresh())
      .catch(toastError)
  return (
    <div className="flex flex-col gap-4">
      <BilledNotice of={{ expense_id: expense.id }} status={expense.status} {...(mayWrite && { onFree: free })} />
      <Facts
        facts={[
          { label: 'Matter', value: matter(expense.case_id) ?? '–' },
          { label: 'Description', value: nameOfExpense(expense) },
          { label: 'Day', value: <DateOnly value={expense.date} /> },
          { label: 'Quantity', value: expense.quantity },
          { label: 'Price', value: <Money value={expense.unit_price} /> },
        ]}
      />
    </div>
  )
}
