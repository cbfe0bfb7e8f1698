import { Link } from '@tanstack/react-router'
import type { Column } from '../../components/table/columns.ts'
import { Ago } from '../../components/values/moments.tsx'
import { StatusBadge } from '../../components/values/status-badge.tsx'
import type { NameOf } from '../use-names.ts'
import type { Matter } from './matter.ts'

const Nothing = () => <span className="text-muted">–</span>

export function matterColumns(clientName: NameOf): readonly Column<Matter>[] {
  const nameOfClient = (id: number) => clientName(id) ?? `#${id}`
  return [
    {
      id: 'title',
      header: 'Title',
      sort: 'title',
      cell: (matter) => matter.title,
      under: { until: 'md', say: ({ client_id: id }) => id !== null && nameOfClient(id) },
    },
    { id: 'status', header: 'Status', sort: 'status', cell: (matter) => <StatusBadge status={matter.status} /> },
    {
      id: 'client',
      header: 'Client',
      sort: 'client',
      from: 'md',
      cell: ({ client_id: id }) =>
        id === null ? (
          <Nothing />
        ) : (
          <Link to="/clients/$id" params={{ id: String(id) }} className="block w-44 truncate hover:underline">
            {nameOfClient(id)}
          </Link>
        ),
    },
    {
      id: 'category',
      header: 'Category',
      from: 'lg',
      cell: (matter) => <span className="block max-w-40 truncate">{matter.case_category ?? <Nothing />}</span>,
    },
    {
      id: 'number',
      header: 'Case number',
      from: 'lg',
      cell: (matter) => <span className="block max-w-36 truncate">{matter.official_case_number ?? <Nothing />}</span>,
    },
    {
      id: 'updated',
      header: 'Changed',
      sort: 'updated_at',
      align: 'right',
      from: 'sm',
      cell: (matter) => <Ago value={matter.updated_at} />,
    },
  ]
}
