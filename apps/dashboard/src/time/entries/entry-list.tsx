import { useCall } from '../../api/queries.ts'
import { Button } from '../../components/buttons/button.tsx'
import { DataTable } from '../../components/table/data-table.tsx'
import { ofList } from '../../components/table/of-list.ts'
import { useSelection } from '../../components/table/selection.ts'
import { EmptyState } from '../../components/page/empty-state.tsx'
import { Select } from '../../components/forms/select-field.tsx'
import { SearchBox, Toolbar } from '../../components/page/toolbar.tsx'
import { useSearchParams } from '../../search-params/use-search-params.ts'
import { BulkActions } from '../../records/bulk/bulk-actions.tsx'
import { RecordPicker } from '../../records/record-picker.tsx'
import { timeEntries } from '../../records/resource.ts'
import { useNames } from '../../records/use-names.ts'
import { entryColumns } from './entry-columns.tsx'
import { entryStatuses, nameOfEntry, timeSearch } from './entry.ts'
import { NoTime } from '../sheet/week-view.tsx'

const picked = (id: string | undefined) => (id ? Number(id) : null)

/** Every time entry, filtered, page by page. */
export function EntryList({ onOpen }: { readonly onOpen: (id: number) => void }) {
  const { search, setFilter } = useSearchParams(timeSearch)
  const selection = useSelection()
  const filters = {
    q: search.q,
    status: search.status,
    client_id: search.client_id,
    case_id: search.case_id,
    sort: search.sort ?? '-id',
  }
  const list = useCall('GET /time-entries', {
    query: { ...filters, cursor: search.cursor, include: 'total', limit: 50 },
  })
  const rows = list.data?.data
  const names = useNames({ matters: rows?.map((entry) => entry.case_id) ?? [] })
  const isFiltered = Boolean(search.q || search.status || search.client_id || search.case_id)
  return (
    <>
      <Toolbar>
        <SearchBox label="Search time" value={search.q} onChange={(q) => setFilter({ q })} />
        <Select
          aria-label="Status"
          className="w-36"
          empty="Any status"
          options={entryStatuses}
          value={search.status ?? ''}
          onChange={(event) => setFilter({ status: event.target.value })}
        />
        <span className="w-44">
          <RecordPicker
            kind="matter"
            aria-label="Matter"
            placeholder="Any matter"
            value={picked(search.case_id)}
            onChange={(id) => setFilter({ case_id: id === null ? '' : String(id) })}
          />
        </span>
      </Toolbar>
      <DataTable
        label="Time entries"
        columns={entryColumns({ matterName: names.matter })}
        rows={rows}
        {...ofList(list)}
        rowId={(entry) => entry.id}
        rowName={nameOfEntry}
        onOpen={(entry) => onOpen(entry.id)}
        sort={filters.sort}
        onSort={(sort) => setFilter({ sort })}
        selection={selection}
        bulkActions={
          <BulkActions
            resource={timeEntries}
            {...{ selection, filters }}
            statuses={entryStatuses}
            nameOf={(id) => rows?.filter((entry) => entry.id === id).map(nameOfEntry)[0]}
          />
        }
        empty={
          isFiltered ? (
            <EmptyState
              action={
                <Button onClick={() => setFilter({ q: '', status: '', client_id: '', case_id: '' })}>
                  Show all time
                </Button>
              }
            >
              No time entry fits these filters.
            </EmptyState>
          ) : (
            <NoTime>No time is recorded yet.</NoTime>
          )
        }
      />
    </>
  )
}
