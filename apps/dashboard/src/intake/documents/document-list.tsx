import { useCall } from '../../api/queries.ts'
import type { Column } from '../../components/table/columns.ts'
import { Ago } from '../../components/values/moments.tsx'
import { StatusBadge } from '../../components/values/status-badge.tsx'
import { RecordListPage } from '../../records/list/record-list-page.tsx'
import { useSearchParams } from '../../search-params/use-search-params.ts'
import { documentListSearch, documentStatuses, stateOf } from './document.ts'
import type { SignDocument } from './document.ts'
import { NewDocument } from './new-document.tsx'

const columns: readonly Column<SignDocument>[] = [
  {
    id: 'title',
    header: 'Title',
    sort: 'title',
    cell: (document) => document.title,
    under: { until: 'md', say: (document) => document.signer_name },
  },
  { id: 'status', header: 'Status', sort: 'status', cell: (document) => <StatusBadge status={stateOf(document)} /> },
  { id: 'signer', header: 'Signer', from: 'md', cell: (document) => document.signer_name },
  {
    id: 'signed',
    header: 'Signed',
    from: 'lg',
    align: 'right',
    cell: (document) => <Ago value={document.signed_at} />,
  },
  {
    id: 'created',
    header: 'Sent',
    sort: 'created_at',
    from: 'sm',
    align: 'right',
    cell: (document) => <Ago value={document.created_at} />,
  },
]

export function DocumentList() {
  const params = useSearchParams(documentListSearch)
  const { status, sort, cursor, case_id, client_id } = params.search
  const query = { status, sort, cursor, case_id, client_id, include: 'total', limit: 50 } as const
  const list = useCall('GET /documents', { query })
  return (
    <RecordListPage
      title="Documents"
      nouns={{ one: 'document', many: 'documents' }}
      {...{ params, list, columns }}
      sort={sort ?? '-created_at'}
      rowId={(document) => document.document_id}
      rowName={(document) => document.title}
      rowLink={(document) => ({ to: '/documents/$id', params: { id: String(document.document_id) } })}
      filters={[{ name: 'status', label: 'Status', options: documentStatuses }]}
      create={{
        label: 'New document',
        permission: 'documents:write',
        dialog: (onClose) => <NewDocument clientId={client_id} caseId={case_id} onClose={onClose} />,
      }}
      about={{
        children: 'Send a document as a link. Your client reads and signs it in the browser.',
      }}
    />
  )
}
