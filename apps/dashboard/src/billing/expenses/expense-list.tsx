import { useCall } from '../../api/queries.ts'
import { EmptyState } from '../../components/page/empty-state.tsx'
import { RecordList } from '../../records/list/record-list.tsx'
import { expenses } from '../../records/resource.ts'
import { useNames } from '../../records/use-names.ts'
import { useSearchParams } from '../../search-params/use-search-params.ts'
import { useMemberFilter } from '../time/member-filter.ts'
import { expenseListSearch, workStatuses } from '../time/time-search.ts'
import { expenseColumns } from './expense-columns.tsx'
import { nameOfExpense } from './expense.ts'

/** Every expense, filtered, page by page, those of the last day first. */
export function ExpenseList({ onOpen }: { readonly onOpen: (id: number) => void }) {
  const params = useSearchParams(expenseListSearch)
  const { q, status, case_id, user_id: chosen, sort = '-date', cursor } = params.search
  const user_id = chosen === 'all' ? undefined : chosen
  const filters = { q, status, case_id, user_id, sort }
  const list = useCall('GET /expenses', { query: { ...filters, cursor, include: 'total', limit: 50 } })
  const names = useNames({ matters: list.data?.data.map((expense) => expense.case_id) ?? [] })
  const { filters: byMember } = useMemberFilter(user_id)
  return (
    <RecordList
      label="Expenses"
      nouns={expenses}
      {...{ params, list, sort }}
      columns={expenseColumns(names.matter)}
      rowId={(expense) => expense.id}
      rowName={nameOfExpense}
      onOpen={(expense) => onOpen(expense.id)}
      filters={[
        { name: 'q', label: 'Search expenses' },
        { name: 'status', label: 'Status', options: workStatuses },
        { name: 'case_id', label: 'Matter', kind: 'matter' },
        ...byMember,
      ]}
      bulk={{ resource: expenses, filters, statuses: [] }}
      empty={
        <EmptyState>No expenses yet. Record court fees, travel and copies here to bill them with your time.</EmptyState>
      }
    />
  )
}
