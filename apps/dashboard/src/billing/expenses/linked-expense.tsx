import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import { refresh, useCall } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { toastError } from '../../components/overlays/toast.tsx'
import { Facts } from '../../components/values/facts.tsx'
import { DateOnly, Money } from '../../components/values/moments.tsx'
import { useNames } from '../../records/use-names.ts'
import { BilledNotice } from '../time/billed-notice.tsx'
import { ExpenseForm } from './expense-form.tsx'
import { nameOfExpense } from './expense.ts'
import type { Expense } from './expense.ts'

/** Opens the expense with an ID. */
export function LinkedExpense({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { data, error } = useCall('GET /expenses/{id}', { params: { id } }, { keep: false })
  useEffect(() => {
    if (!error) return
    toastError(error)
    onClose()
  }, [error, onClose])
  return data ? (
    <Dialog open onClose={onClose} title="Expense">
      {data.data.status === 'pending' ? (
        <ExpenseForm key={data.data.id} expense={data.data} onClose={onClose} />
      ) : (
        <BilledExpense expense={data.data} />
      )}
    </Dialog>
  ) : null
}

/** A billed expense, which is read-only. */
function BilledExpense({ expense }: { readonly expense: Expense }) {
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
