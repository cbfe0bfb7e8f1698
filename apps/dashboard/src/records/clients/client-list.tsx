import { useCall } from '../../api/queries.ts'
import { lazyPart } from '../../components/overlays/when-open.tsx'
import type { Column } from '../../components/table/columns.ts'
import { Ago } from '../../components/values/moments.tsx'
import { StatusBadge } from '../../components/values/status-badge.tsx'
import { useSearchParams } from '../../search-params/use-search-params.ts'
import { ExportButton } from '../bulk/export-button.tsx'
import { customFilters } from '../custom-fields/filter-query.ts'
import { RecordListPage } from '../list/record-list-page.tsx'
import { clientName } from '../picker/picker-choices.ts'
import { clients } from '../resource.ts'
import { clientListSearch, clientStatuses } from './client.ts'
import type { Client } from './client.ts'

const text = (value: string | null) => (
  <span className="block max-w-52 truncate">{value ?? <span className="text-muted">–</span>}</span>
)

const clientColumns: readonly Column<Client>[] = [
  {
    id: 'name',
    header: 'Name',
    sort: 'name',
    cell: clientName,
    under: { until: 'md', say: (client) => client.email },
  },
  { id: 'status', header: 'Status', sort: 'status', cell: (client) => <StatusBadge status={client.status} /> },
  { id: 'person', header: 'Contact', from: 'lg', cell: (client) => text(client.contact_person) },
  { id: 'email', header: 'Email', from: 'md', cell: (client) => text(client.email) },
  { id: 'phone', header: 'Phone', from: 'lg', cell: (client) => text(client.phone) },
  {
    id: 'updated',
    header: 'Changed',
    sort: 'updated_at',
    align: 'right',
    from: 'sm',
    cell: (client) => <Ago value={client.updated_at} />,
  },
]

const ClientDrawer = lazyPart(() => import('./client-drawer.tsx'), 'ClientDrawer')
const NewClient = lazyPart(() => import('./new-client.tsx'), 'NewClient')

/** The clients, sorted by the last change. */
export function ClientList() {
  const params = useSearchParams(clientListSearch)
  const { q, status, cf, sort = '-updated_at', cursor } = params.search
  const filters = { q, status, custom_fields: customFilters(cf), sort }
  const list = useCall('GET /clients', { query: { ...filters, cursor, include: 'total', limit: 50 } })
  return (
    <RecordListPage
      title="Clients"
      nouns={clients}
      {...{ params, list, sort }}
      columns={clientColumns}
      rowId={(client) => client.id}
      rowName={clientName}
      rowLink={(client) => ({ to: '/clients/$id', params: { id: String(client.id) } })}
      filters={[
        { name: 'q', label: 'Search clients' },
        { name: 'status', label: 'Status', options: clientStatuses },
        { name: 'cf', label: 'Custom fields', fieldsOf: 'clients' },
      ]}
      bulk={{ resource: clients, filters, statuses: clientStatuses }}
      actions={<ExportButton path="clients" filters={filters} />}
      create={{
        label: 'New client',
        permission: 'clients:write',
        dialog: (onClose) => <NewClient onClose={onClose} />,
      }}
      peek={(id, onClose) => <ClientDrawer {...{ id, onClose }} />}
      about={{
        children: 'Clients are the people and companies you work for.',
      }}
      example={{ key: 'POST /clients', body: { company_name: 'Hale Bakeries Ltd' } }}
    />
  )
}
