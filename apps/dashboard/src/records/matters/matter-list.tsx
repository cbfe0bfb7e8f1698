import { useCall } from '../../api/queries.ts'
import { lazyPart } from '../../components/overlays/when-open.tsx'
import { ExportButton } from '../bulk/export-button.tsx'
import { RecordListPage } from '../list/record-list-page.tsx'
import { matters } from '../resource.ts'
import { useNames } from '../use-names.ts'
import { useSearchParams } from '../../search-params/use-search-params.ts'
import { matterColumns } from './matter-columns.tsx'
import { matterListSearch, matterStatuses } from './matter.ts'

const MatterDrawer = lazyPart(() => import('./matter-drawer.tsx'), 'MatterDrawer')
const NewMatter = lazyPart(() => import('./new-matter.tsx'), 'NewMatter')

/** The matters, those changed last first. */
export function MatterList() {
  const params = useSearchParams(matterListSearch)
  const { q, status, client_id, sort = '-updated_at', cursor } = params.search
  const filters = { q, status, client_id, sort }
  const list = useCall('GET /matters', { query: { ...filters, cursor, include: 'total', limit: 50 } })
  const names = useNames({ clients: list.data?.data.map((matter) => matter.client_id) ?? [] })
  return (
    <RecordListPage
      title="Matters"
      nouns={matters}
      {...{ params, list, sort }}
      columns={matterColumns(names.client)}
      rowId={(matter) => matter.id}
      rowName={(matter) => matter.title}
      rowLink={(matter) => ({ to: '/matters/$id', params: { id: String(matter.id) } })}
      filters={[
        { name: 'q', label: 'Search matters' },
        { name: 'status', label: 'Status', options: matterStatuses },
        { name: 'client_id', label: 'Client', kind: 'client' },
      ]}
      bulk={{ resource: matters, filters, statuses: matterStatuses }}
      actions={<ExportButton path="matters" filters={filters} />}
      create={{
        label: 'New matter',
        permission: 'matters:write',
        dialog: (onClose) => <NewMatter clientId={client_id} onClose={onClose} />,
      }}
      peek={(id, onClose) => <MatterDrawer {...{ id, onClose }} />}
      about={{
        children: 'A matter is a case you work on. Its time, documents and invoices belong to it.',
      }}
      example={{ key: 'POST /matters', body: { title: 'Hale v. Northgate Insurance' } }}
    />
  )
}
