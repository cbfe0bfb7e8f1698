import { Link } from '@tanstack/react-router'
import { useCall } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { buttonStyle } from '../../components/buttons/button-style.ts'
import { EmptyState } from '../../components/page/empty-state.tsx'
import type { Column } from '../../components/table/columns.ts'
import { DataTable, ofList } from '../../components/table/data-table.tsx'
import { Ago } from '../../components/values/moments.tsx'
import { StatusBadge } from '../../components/values/status-badge.tsx'
import { paging } from '../../search-params/read-search.ts'
import { useSearchParams } from '../../search-params/use-search-params.ts'
import type { Matter } from '../matters/matter.ts'

const columns: readonly Column<Matter>[] = [
  { id: 'title', header: 'Title', cell: (matter) => matter.title },
  { id: 'status', header: 'Status', cell: (matter) => <StatusBadge status={matter.status} /> },
  { id: 'updated', header: 'Changed', align: 'right', from: 'sm', cell: (matter) => <Ago value={matter.updated_at} /> },
]

/** The matters of a client. */
export function ClientMatters({ clientId }: { readonly clientId: number }) {
  const { search } = useSearchParams(paging)
  const mayWrite = useCan()('matters:write')
  const list = useCall('GET /matters', {
    query: { client_id: clientId, sort: '-updated_at', cursor: search.cursor, include: 'total' },
  })
  return (
    <DataTable
      label="Matters"
      columns={columns}
      {...ofList(list)}
      rowId={(matter) => matter.id}
      rowName={(matter) => matter.title}
      rowLink={(matter) => ({ to: '/matters/$id', params: { id: String(matter.id) } })}
      empty={
        <EmptyState
          {...(mayWrite && {
            action: (
              <Link
                to="/matters"
                search={{ client_id: String(clientId), new: '1' }}
                className={buttonStyle('secondary')}
              >
                New matter
              </Link>
            ),
          })}
        >
          No matters for this client yet.
        </EmptyState>
      }
    />
  )
}
