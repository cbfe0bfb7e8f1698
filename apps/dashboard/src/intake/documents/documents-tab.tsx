import { Link } from '@tanstack/react-router'
import { useCall } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { buttonStyle } from '../../components/buttons/button-style.ts'
import { EmptyState } from '../../components/page/empty-state.tsx'
import type { Column } from '../../components/table/columns.ts'
import { DataTable, ofList } from '../../components/table/data-table.tsx'
import { DateTime } from '../../components/values/moments.tsx'
import { StatusBadge } from '../../components/values/status-badge.tsx'
import type { RelatedTo } from '../../records/kinds.ts'
import { paging } from '../../search-params/read-search.ts'
import { useSearchParams } from '../../search-params/use-search-params.ts'
import { stateOf } from './document.ts'
import type { SignDocument } from './document.ts'

const columns: readonly Column<SignDocument>[] = [
  { id: 'title', header: 'Title', cell: (document) => document.title },
  { id: 'status', header: 'Status', cell: (document) => <StatusBadge status={stateOf(document)} /> },
  { id: 'signer', header: 'Signer', from: 'sm', cell: (document) => document.signer_name },
  {
    id: 'created',
    header: 'Sent',
    align: 'right',
    from: 'sm',
    cell: (document) => <DateTime value={document.created_at} />,
  },
]

/** The documents of a matter or client. */
export function DocumentsTab({ of }: { readonly of: RelatedTo }) {
  const { search } = useSearchParams(paging)
  const can = useCan()
  const list = useCall('GET /documents', { query: { ...of, cursor: search.cursor } })
  const given = Object.fromEntries(Object.entries(of).map(([name, id]) => [name, String(id)]))
  return (
    <DataTable
      label="Documents"
      columns={columns}
      {...ofList(list)}
      rowId={(document) => document.document_id}
      rowName={(document) => document.title}
      rowLink={(document) => ({ to: '/documents/$id', params: { id: String(document.document_id) } })}
      empty={
        <EmptyState
          {...(can('documents:write') && {
            action: (
              <Link to="/documents" search={{ new: '1', ...given }} className={buttonStyle('secondary')}>
                New document
              </Link>
            ),
          })}
        >
          No documents yet.
        </EmptyState>
      }
    />
  )
}
