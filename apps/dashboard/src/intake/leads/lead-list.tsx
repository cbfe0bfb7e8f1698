import { useCall } from '../../api/queries.ts'
import type { Column } from '../../components/table/columns.ts'
import { Ago } from '../../components/values/moments.tsx'
import { StatusBadge } from '../../components/values/status-badge.tsx'
import { customFilters } from '../../records/custom-fields/filter-query.ts'
import { RecordList } from '../../records/list/record-list.tsx'
import { useSearchParams } from '../../search-params/use-search-params.ts'
import { inPath, leadBoardSearch, leadName, leadStatuses, sourceNames } from './lead.ts'
import type { Lead } from './lead.ts'

const columns: readonly Column<Lead>[] = [
  {
    id: 'name',
    header: 'Name',
    sort: 'name',
    cell: leadName,
    under: { until: 'md', say: (lead) => lead.practice_area },
  },
  { id: 'status', header: 'Status', sort: 'status', cell: (lead) => <StatusBadge status={lead.status} /> },
  { id: 'email', header: 'Email', from: 'md', cell: (lead) => lead.email },
  { id: 'area', header: 'Practice area', from: 'lg', cell: (lead) => lead.practice_area },
  { id: 'source', header: 'Source', from: 'lg', cell: (lead) => sourceNames[lead.source] },
  { id: 'score', header: 'Score', sort: 'score', align: 'right', from: 'sm', cell: (lead) => lead.score },
  {
    id: 'created',
    header: 'Captured',
    sort: 'created_at',
    align: 'right',
    cell: (lead) => <Ago value={lead.created_at} />,
  },
]

const sources = Object.entries(sourceNames).map(([value, label]) => ({ value, label }))

/** The leads of the board as a list with search and pages. */
export function LeadList() {
  const params = useSearchParams(leadBoardSearch)
  const { q, status, source, cf, sort, cursor } = params.search
  const filters = { q, status, source, custom_fields: customFilters(cf), sort }
  const list = useCall('GET /lead-board', { query: { ...filters, cursor, include: 'total', limit: 50 } })
  return (
    <RecordList
      label="Leads"
      nouns={{ one: 'lead', many: 'leads' }}
      {...{ params, list, columns }}
      sort={sort ?? '-created_at'}
      rowId={(lead) => lead.lead_id}
      rowName={leadName}
      rowLink={(lead) => ({ to: '/leads/$id', params: inPath(lead) })}
      filters={[
        { name: 'q', label: 'Search leads' },
        { name: 'status', label: 'Status', options: leadStatuses },
        { name: 'source', label: 'Source', options: sources, width: 'w-40' },
        { name: 'cf', label: 'Custom fields', fieldsOf: 'leads' },
      ]}
      empty={null}
    />
  )
}
