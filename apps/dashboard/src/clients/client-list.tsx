import { Plus } from 'lucide-react'
import { useCall } from '../api/queries.ts'
import { useCan, useSession } from '../api/session.ts'
import { Button } from '../components/buttons/button.tsx'
import { DataTable } from '../components/table/data-table.tsx'
import { ofList } from '../components/table/of-list.ts'
import { useSelection } from '../components/table/selection.ts'
import { EmptyState } from '../components/page/empty-state.tsx'
import { PageHeader } from '../components/page/page-header.tsx'
import { Select } from '../components/forms/select-field.tsx'
import { SearchBox, Toolbar } from '../components/page/toolbar.tsx'
import { useSearchParams } from '../search-params/use-search-params.ts'
import { BulkActions } from '../records/bulk/bulk-actions.tsx'
import { ExportButton } from '../records/bulk/export-button.tsx'
import { clientName } from '../records/record-picker.tsx'
import { clients } from '../records/resource.ts'
import { codeOfCall } from '../code/code-of-call.ts'
import { lazyPart, WhenOpen } from '../components/overlays/when-open.tsx'
import { clientListSearch, clientStatuses } from './client.ts'
import { clientColumns } from './client-columns.tsx'

const ClientDrawer = lazyPart(() => import('./client-drawer.tsx'), 'ClientDrawer')
const NewClient = lazyPart(() => import('./new-client.tsx'), 'NewClient')

/** The clients, those changed last first. */
export function ClientList() {
  const { search, setSearch, setFilter } = useSearchParams(clientListSearch)
  const mayWrite = useCan()('clients:write')
  const { public_url: publicUrl } = useSession()
  const selection = useSelection()
  const sort = search.sort ?? '-updated_at'
  const filters = { q: search.q, status: search.status, sort }
  const list = useCall('GET /clients', { query: { ...filters, cursor: search.cursor, include: 'total', limit: 50 } })
  const rows = list.data?.data
  const open = () => setSearch({ new: '1' })

  return (
    <>
      <PageHeader
        title="Clients"
        actions={
          <>
            <ExportButton path="clients" filters={filters} />
            {mayWrite && (
              <Button tone="primary" icon={<Plus className="size-3.5" />} onClick={open}>
                New client
              </Button>
            )}
          </>
        }
      />
      <Toolbar>
        <SearchBox label="Search clients" value={search.q} onChange={(q) => setFilter({ q })} />
        <Select
          aria-label="Status"
          className="w-36"
          empty="Any status"
          options={clientStatuses}
          value={search.status ?? ''}
          onChange={(event) => setFilter({ status: event.target.value })}
        />
      </Toolbar>
      <DataTable
        label="Clients"
        columns={clientColumns}
        rows={rows}
        {...ofList(list)}
        rowId={(client) => client.id}
        rowName={clientName}
        rowLink={(client) => ({ to: '/clients/$id', params: { id: String(client.id) } })}
        onPeek={(client) => setSearch({ peek: String(client.id) })}
        openId={search.peek}
        sort={sort}
        onSort={(next) => setFilter({ sort: next ?? 'updated_at' })}
        selection={selection}
        bulkActions={
          <BulkActions
            resource={clients}
            {...{ selection, filters }}
            statuses={clientStatuses}
            nameOf={(id) => rows?.filter((client) => client.id === id).map(clientName)[0]}
          />
        }
        empty={
          search.q || search.status ? (
            <EmptyState action={<Button onClick={() => setFilter({ q: '', status: '' })}>Show all clients</Button>}>
              No client fits these filters.
            </EmptyState>
          ) : (
            <EmptyState
              {...(mayWrite && { action: <Button onClick={open}>New client</Button> })}
              snippet={codeOfCall({ key: 'POST /clients', body: { company_name: 'Hale Bakeries Ltd' } }, publicUrl)}
            >
              Clients are the people and companies you work for.
            </EmptyState>
          )
        }
      />
      <WhenOpen open={(search.peek ?? search.new) !== undefined}>
        {search.peek && <ClientDrawer id={search.peek} onClose={() => setSearch({ peek: undefined })} />}
        {search.new && mayWrite && <NewClient onClose={() => setSearch({ new: undefined })} />}
      </WhenOpen>
    </>
  )
}
