import { Link } from '@tanstack/react-router'
import type { Column } from '../../components/table/columns.ts'
import { formatDate } from '../../components/values/formats.ts'
import { DateOnly, Money } from '../../components/values/moments.tsx'
import { StatusBadge } from '../../components/values/status-badge.tsx'
import type { NameOf } from '../../records/use-names.ts'
import { amountOf, nameOfExpense } from './expense.ts'
import type { Expense } from './expense.ts'

/** @param matterName adds the column of matters. */
export function expenseColumns(matterName?: NameOf): readonly Column<Expense>[] {
  const nameOfMatter = (id: number) => matterName?.(id) ?? `#${id}`
  const columns: (Column<Expense> | undefined)[] = [
    {
      id: 'description',
      header: 'Description',
      // Called late, because columns are created while chunks with mutual imports still load.
      cell: (expense) => nameOfExpense(expense),
      under: {
        until: 'sm',
        say: ({ date, case_id: id }) =>
          [date !== null && formatDate(date), matterName && id !== null && nameOfMatter(id)]
            .filter(Boolean)
            .join(' · '),
      },
    },
    matterName && {
      id: 'matter',
      header: 'Matter',
      from: 'md',
      cell: ({ case_id: id }) =>
        id === null ? (
          <span className="text-muted">–</span>
        ) : (
          <Link to="/matters/$id" params={{ id: String(id) }} className="block w-44 truncate hover:underline">
            {nameOfMatter(id)}
          </Link>
        ),
    },
    { id: 'day', header: 'Day', sort: 'date', from: 'sm', cell: ({ date }) => <DateOnly value={date} /> },
    {
      id: 'status',
      header: 'Status',
      sort: 'status',
      from: 'sm',
      cell: ({ is_billable: isBillable, status }) => (
        <StatusBadge status={isBillable ? status : 'not billable'} tone={isBillable ? undefined : 'neutral'} />
      ),
    },
    {
      id: 'amount',
      header: 'Amount',
      sort: 'amount',
      align: 'right',
      cell: (expense) => <Money value={amountOf(expense)} />,
    },
  ]
  return columns.filter((column) => column !== undefined)
}
