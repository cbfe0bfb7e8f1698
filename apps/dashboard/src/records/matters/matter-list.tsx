import { Link } from '@tanstack/react-router'
import { useColleagues } from '../../api/colleagues.ts'
import { useCall } from '../../api/queries.ts'
import { lazyPart } from '../../components/overlays/when-open.tsx'
import type { Column } from '../../components/table/columns.ts'
import { Ago } from '../../components/values/moments.tsx'
import { StatusBadge } from '../../components/values/status-badge.tsx'
import { useSearchParams } from '../../search-params/use-search-params.ts'
import { ExportButton } from '../bulk/export-button.tsx'
import { customFilters } from '../custom-fields/filter-query.ts'
import { RecordListPage } from '../list/record-list-page.tsx'
import { matterName } from '../picker/picker-choices.ts'
import { matters } from '../resource.ts'
import { useNames } from '../use-names.ts'
import type { NameOf } from '../use-names.ts'
import { matterListSearch, matterStatuses } from './matter.ts'
import type { Matter } from './matter.ts'

const Nothing = () => <span className="text-muted">–</span>

function matterColumns(
  clientName: NameOf,
  memberName: (id: string | null) => string | undefined,
): readonly Column<Matter>[] {
  const nameOfClient = (id: number) => clientName(id) ?? `#${id}`
  return [
    {
      id: 'title',
      header: 'Title',
      sort: 'title',
      cell: matterName,
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
      id: 'responsible',
      header: 'Lawyer',
      from: 'lg',
      cell: ({ responsible_user_id: id }) => (
        <span className="block max-w-36 truncate">{memberName(id) ?? <Nothing />}</span>
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

const MatterDrawer = lazyPart(() => import('./matter-drawer.tsx'), 'MatterDrawer')
const NewMatter = lazyPart(() => import('./new-matter.tsx'), 'NewMatter')

/** The matters, sorted by the last change. */
export function MatterList() {
  const params = useSearchParams(matterListSearch)
  const { q, status, client_id, responsible_user_id, cf, sort = '-updated_at', cursor } = params.search
  const filters = { q, status, client_id, responsible_user_id, custom_fields: customFilters(cf), sort }
  const list = useCall('GET /matters', { query: { ...filters, cursor, include: 'total', limit: 50 } })
  const { all, hasOthers } = useColleagues()
  const memberName = (id: string | null) => all.find((member) => member.id === id)?.name
  const names = useNames({ clients: list.data?.data.map((matter) => matter.client_id) ?? [] })
  return (
    <RecordListPage
      title="Matters"
      nouns={matters}
      {...{ params, list, sort }}
      columns={matterColumns(names.client, memberName)}
      rowId={(matter) => matter.id}
      rowName={matterName}
      rowLink={(matter) => ({ to: '/matters/$id', params: { id: String(matter.id) } })}
      filters={[
        { name: 'q', label: 'Search matters' },
        { name: 'status', label: 'Status', options: matterStatuses },
        { name: 'client_id', label: 'Client', kind: 'client' },
        ...(hasOthers
          ? [
              {
                name: 'responsible_user_id' as const,
                label: 'Lawyer',
                any: 'Any lawyer',
                options: all.map(({ id, name }) => ({ value: id, label: name })),
              },
            ]
          : []),
        { name: 'cf', label: 'Custom fields', fieldsOf: 'matters' },
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
