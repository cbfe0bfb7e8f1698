import { useEffect } from 'react'
import { useCall } from '../../api/queries.ts'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { toastError } from '../../components/overlays/toast.tsx'
import { BilledExpense } from './billed-expense.tsx'
import { ExpenseForm } from './expense-form.tsx'

/** The expense that the address names. */
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
