import { Plus } from 'lucide-react'
import { useCall } from '../api/queries.ts'
import { useCan, useSession } from '../api/session.ts'
import { Button } from '../components/buttons/button.tsx'
import type { Column } from '../components/table/columns.ts'
import { DataTable } from '../components/table/data-table.tsx'
import { ofList } from '../components/table/of-list.ts'
import { EmptyState } from '../components/page/empty-state.tsx'
import { Ago } from '../components/values/moments.tsx'
import { PageHeader } from '../components/page/page-header.tsx'
import { Select } from '../components/forms/select-field.tsx'
import { StatusBadge } from '../components/values/status-badge.tsx'
import { Toolbar } from '../components/page/toolbar.tsx'
import { useSearchParams } from '../search-params/use-search-params.ts'
import { documentListSearch, documentStatuses, stateOf } from './document.ts'
import type { SignDocument } from './document.ts'
import { codeOfCommand } from '../code/code-of-command.ts'
import { NewDocument } from './new-document.tsx'

const columns: readonly Column<SignDocument>[] = [
  { id: 'title', header: 'Title', cell: (document) => document.title },
  { id: 'status', header: 'Status', cell: (document) => <StatusBadge status={stateOf(document)} /> },
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
    from: 'sm',
    align: 'right',
    cell: (document) => <Ago value={document.created_at} />,
  },
]

// Webhooks tell of signatures; documents themselves are not part of the REST API.
const example = { title: 'Engagement letter', 'signer-name': 'Jane Doe', 'signer-email': 'jane@example.com' }

export function DocumentList() {
  const { search, setSearch, setFilter } = useSearchParams(documentListSearch)
  const { account } = useSession()
  const mayWrite = useCan()('documents:write')
  const { status, cursor, case_id, client_id } = search
  const query = { status, cursor, case_id, client_id }
  const list = useCall('GET /documents', { query: { ...query, include: 'total', limit: 50 } })
  const open = () => setSearch({ new: '1' })
  return (
    <>
      <PageHeader
        title="Documents"
        actions={
          mayWrite && (
            <Button tone="primary" icon={<Plus className="size-3.5" />} onClick={open}>
              New document
            </Button>
          )
        }
      />
      <Toolbar>
        <Select
          aria-label="Status"
          className="w-36"
          empty="Any status"
          options={documentStatuses}
          value={search.status ?? ''}
          onChange={(event) => setFilter({ status: event.target.value })}
        />
      </Toolbar>
      <DataTable
        label="Documents"
        columns={columns}
        rows={list.data?.data}
        {...ofList(list)}
        rowId={(document) => document.document_id}
        rowName={(document) => document.title}
        rowLink={(document) => ({ to: '/documents/$id', params: { id: String(document.document_id) } })}
        empty={
          search.status ? (
            <EmptyState action={<Button onClick={() => setFilter({ status: '' })}>Show all documents</Button>}>
              No document fits these filters.
            </EmptyState>
          ) : (
            <EmptyState
              {...(mayWrite && { action: <Button onClick={open}>New document</Button> })}
              snippet={codeOfCommand('documents create', account, example)}
            >
              Documents are sent to be signed by a link; no mail server is needed.
            </EmptyState>
          )
        }
      />
      {search.new && mayWrite && <NewDocument onClose={() => setSearch({ new: undefined })} />}
    </>
  )
}
