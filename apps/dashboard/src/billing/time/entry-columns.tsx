import { Link } from '@tanstack/react-router'
import type { Column } from '../../components/table/columns.ts'
import { formatDate } from '../../components/values/formats.ts'
import { DateOnly, Duration, Money } from '../../components/values/moments.tsx'
import { StatusBadge } from '../../components/values/status-badge.tsx'
import type { NameOf } from '../../records/use-names.ts'
import { dayOfEntry, nameOfEntry, rateOf } from './entry.ts'
import type { Entry } from './entry.ts'

interface Shown {
  readonly matterName: NameOf
  /** Where the rows are of different members. */
  readonly memberName?: ((id: string | null) => string | undefined) | undefined
  /** Whether the rows are of different matters, and of different days. */
  readonly hasMatter?: boolean
  readonly hasDay?: boolean
}

export function entryColumns({
  matterName,
  memberName,
  hasMatter = true,
  hasDay = true,
}: Shown): readonly Column<Entry>[] {
  const nameOfMatter = (id: number) => matterName(id) ?? `#${id}`
  const matterOf = ({ case_id: id }: Entry) => (hasMatter && id !== null ? nameOfMatter(id) : undefined)
  const columns: (Column<Entry> | false)[] = [
    {
      id: 'description',
      header: 'Description',
      cell: (entry) => nameOfEntry(entry),
      under: {
        until: 'sm',
        say: (entry) => [hasDay && formatDate(dayOfEntry(entry)), matterOf(entry)].filter(Boolean).join(' · '),
      },
    },
    hasMatter && {
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
    },
    memberName !== undefined && {
      id: 'who',
      header: 'Member',
      from: 'sm',
      cell: ({ user_id: id }) => memberName(id) ?? <span className="text-muted">–</span>,
    },
    hasDay && {
      id: 'day',
      header: 'Day',
      sort: 'day',
      from: 'sm',
      cell: (entry) => <DateOnly value={dayOfEntry(entry)} />,
    },
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
  return columns.filter((column) => column !== false)
}

const statusOf = ({ status, is_billable: isBillable }: Entry) => (isBillable ? status : 'not billable')

/** To the cent, as on an invoice: also at the rate of the matter, client or firm. */
function amountOf(entry: Entry): number | null {
  const rate = entry.billing_rate ?? rateOf(entry)
  const hours = entry.billed_hours ?? entry.duration
  return !entry.is_billable || hours === null || rate === null ? null : hours * rate
}
