import { Link } from '@tanstack/react-router'
import type { Column } from '../../components/table/columns.ts'
import { formatDate } from '../../components/values/formats.ts'
import { DateOnly, Duration, Money } from '../../components/values/moments.tsx'
import { StatusBadge } from '../../components/values/status-badge.tsx'
import type { NameOf } from '../../records/use-names.ts'
import { dayOfEntry, nameOfEntry, rateOf } from './entry.ts'
import type { Entry } from './entry.ts'

interface EntryColumnsOptions {
  readonly matterName: NameOf
  /** Adds the column of members. */
  readonly memberName?: ((id: string | null) => string | undefined) | undefined
  /** True if there is a column of matters. Default true. */
  readonly hasMatter?: boolean
  /** True if there is a column of days. Default true. */
  readonly hasDay?: boolean
}

export function entryColumns(options: EntryColumnsOptions): readonly Column<Entry>[] {
  const { matterName, memberName, hasMatter = true, hasDay = true } = options
  const nameOfMatter = (id: number) => matterName(id) ?? `#${id}`
  const matterOf = ({ case_id: id }: Entry) => (hasMatter && id !== null ? nameOfMatter(id) : undefined)
  const description: Column<Entry> = {
    id: 'description',
    header: 'Description',
    cell: (entry) => nameOfEntry(entry),
    under: {
      until: 'sm',
      say: (entry) => [hasDay && formatDate(dayOfEntry(entry)), matterOf(entry)].filter(Boolean).join(' · '),
    },
  }
  const columns = [
    description,
    hasMatter && matterColumn(nameOfMatter),
    memberName !== undefined && memberColumn(memberName),
    hasDay && dayColumn,
    ...figureColumns,
  ]
  return columns.filter((column) => column !== false)
}

const matterColumn = (nameOfMatter: (id: number) => string): Column<Entry> => ({
  id: 'matter',
  header: 'Matter',
  sort: 'matter',
  from: 'md',
  cell: ({ case_id: id }) =>
    id === null ? (
      <span className="text-muted">–</span>
    ) : (
      <Link to="/matters/$id" params={{ id: String(id) }} className="block w-44 truncate hover:underline">
        {nameOfMatter(id)}
      </Link>
    ),
})

const memberColumn = (memberName: (id: string | null) => string | undefined): Column<Entry> => ({
  id: 'who',
  header: 'Member',
  from: 'sm',
  cell: ({ user_id: id }) => memberName(id) ?? <span className="text-muted">–</span>,
})

const dayColumn: Column<Entry> = {
  id: 'day',
  header: 'Day',
  sort: 'day',
  from: 'sm',
  cell: (entry) => <DateOnly value={dayOfEntry(entry)} />,
}

const figureColumns: readonly Column<Entry>[] = [
  {
    id: 'status',
    header: 'Status',
    sort: 'status',
    from: 'sm',
    cell: (entry) => <StatusBadge status={statusOf(entry)} tone={entry.is_billable ? undefined : 'neutral'} />,
  },
  {
    id: 'duration',
    header: 'Time',
    sort: 'duration',
    align: 'right',
    cell: (entry) => (
      <span className="whitespace-nowrap">
        <Duration value={entry.duration} />
      </span>
    ),
  },
  { id: 'amount', header: 'Amount', align: 'right', from: 'sm', cell: (entry) => <Money value={amountOf(entry)} /> },
]

const statusOf = ({ status, is_billable: isBillable }: Entry) => (isBillable ? status : 'not billable')

/** The amount as on an invoice, at the rate of the entry, matter, client or firm. */
function amountOf(entry: Entry): number | null {
  const rate = entry.billing_rate ?? rateOf(entry)
  const hours = entry.billed_hours ?? entry.duration
  return !entry.is_billable || hours === null || rate === null ? null : hours * rate
}
