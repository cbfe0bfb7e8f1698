import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useCall } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { Button } from '../../components/buttons/button.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { lazyPart, WhenOpen } from '../../components/overlays/when-open.tsx'
import { EmptyState } from '../../components/page/empty-state.tsx'
import { Panel } from '../../components/page/panel.tsx'
import { DataTable, ofList } from '../../components/table/data-table.tsx'
import type { RelatedTo } from '../../records/kinds.ts'
import { expenseColumns } from './expense-columns.tsx'
import type { Expense } from './expense.ts'

const columns = expenseColumns()

const ExpenseForm = lazyPart(() => import('./expense-form.tsx'), 'ExpenseForm')

/** The newest expenses of a matter or client, and a new one. */
export function ExpenseTable({ of }: { readonly of: RelatedTo }) {
  const mayWrite = useCan()('matters:write')
  const [open, setOpen] = useState<Expense | 'new'>()
  const list = useCall('GET /expenses', { query: { ...of, sort: '-date', include: 'total' } })
  const close = () => setOpen(undefined)
  return (
    <Panel
      title="Expenses"
      isFlush
      actions={
        mayWrite && (
          <Button size="sm" icon={<Plus className="size-3.5" />} onClick={() => setOpen('new')}>
            New expense
          </Button>
        )
      }
    >
      <DataTable
        label="Expenses"
        isFlush
        columns={columns}
        {...ofList(list)}
        rowId={(expense) => expense.id}
        {...(mayWrite && { onOpen: (expense: Expense) => setOpen(expense) })}
        empty={<EmptyState>No expenses yet.</EmptyState>}
      />
      <WhenOpen open={open !== undefined}>
        {open !== undefined && (
          <Dialog open onClose={close} title={open === 'new' ? 'New expense' : 'Expense'}>
            {open === 'new' ? (
              <ExpenseForm begin={{ case_id: of.case_id ?? null }} onClose={close} />
            ) : (
              <ExpenseForm expense={open} onClose={close} />
            )}
          </Dialog>
        )}
      </WhenOpen>
    </Panel>
  )
}
