import { useCall } from '../api/queries.ts'
import type { Column } from '../components/table/columns.ts'
import { DataTable } from '../components/table/data-table.tsx'
import { ofList } from '../components/table/of-list.ts'
import { EmptyState } from '../components/page/empty-state.tsx'
import { Button } from '../components/buttons/button.tsx'
import { Ago } from '../components/values/moments.tsx'
import { Select } from '../components/forms/select-field.tsx'
import { StatusBadge } from '../components/values/status-badge.tsx'
import { SearchBox, Toolbar } from '../components/page/toolbar.tsx'
import { useSearchParams } from '../search-params/use-search-params.ts'
import { inPath, leadBoardSearch, leadName, leadStatuses, sourceNames } from './lead.ts'
import type { Lead } from './lead.ts'

const columns: readonly Column<Lead>[] = [
  { id: 'name', header: 'Name', cell: leadName },
  { id: 'status', header: 'Status', cell: (lead) => <StatusBadge status={lead.status} /> },
  { id: 'email', header: 'Email', from: 'md', cell: (lead) => lead.email },
  { id: 'area', header: 'Practice area', from: 'lg', cell: (lead) => lead.practice_area },
  { id: 'source', header: 'Source', from: 'lg', cell: (lead) => sourceNames[lead.source] },
  { id: 'score', header: 'Score', align: 'right', from: 'sm', cell: (lead) => lead.score },
  { id: 'created', header: 'Captured', align: 'right', cell: (lead) => <Ago value={lead.created_at} /> },
]

/** The same leads as on the board, to search and to page through. */
export function LeadList() {
  const { search, setFilter } = useSearchParams(leadBoardSearch)
  const query = {
    q: search.q,
    status: search.status,
    source: search.source,
    cursor: search.cursor,
    include: 'total' as const,
    limit: 50,
  }
  const list = useCall('GET /lead-board', { query })
  return (
    <>
      <Toolbar>
        <SearchBox label="Search leads" value={search.q} onChange={(q) => setFilter({ q })} />
        <Select
          aria-label="Status"
          className="w-36"
          empty="Any status"
          options={leadStatuses}
          value={search.status ?? ''}
          onChange={(event) => setFilter({ status: event.target.value })}
        />
        <Select
          aria-label="Source"
          className="w-40"
          empty="Any source"
          options={Object.entries(sourceNames).map(([value, label]) => ({ value, label }))}
          value={search.source ?? ''}
          onChange={(event) => setFilter({ source: event.target.value })}
        />
      </Toolbar>
      <DataTable
        label="Leads"
        columns={columns}
        rows={list.data?.data}
        {...ofList(list)}
        rowId={(lead) => lead.lead_id}
        rowName={leadName}
        rowLink={(lead) => ({ to: '/leads/$id', params: inPath(lead) })}
        empty={
          <EmptyState
            action={<Button onClick={() => setFilter({ q: '', status: '', source: '' })}>Show all leads</Button>}
          >
            No lead fits these filters.
          </EmptyState>
        }
      />
    </>
  )
}
