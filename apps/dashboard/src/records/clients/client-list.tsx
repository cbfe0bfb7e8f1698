import { useCall } from '../../api/queries.ts'
import { lazyPart } from '../../components/overlays/when-open.tsx'
import { ExportButton } from '../bulk/export-button.tsx'
import { RecordListPage } from '../list/record-list-page.tsx'
import { clientName } from '../picker/picker-choices.ts'
import { clients } from '../resource.ts'
import { useSearchParams } from '../../search-params/use-search-params.ts'
import { clientColumns } from './client-columns.tsx'
import { clientListSearch, clientStatuses } from './client.ts'

const ClientDrawer = lazyPart(() => import('./client-drawer.tsx'), 'ClientDrawer')
const NewClient = lazyPart(() => import('./new-client.tsx'), 'NewClient')

/** The clients, those changed last first. */
export function ClientList() {
  const params = useSearchParams(clientListSearch)
  const { q, status, sort = '-updated_at', cursor } = params.search
  const filters = { q, status, sort }
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
