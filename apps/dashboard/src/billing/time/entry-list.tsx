import { useCall } from '../../api/queries.ts'
import { RecordList } from '../../records/list/record-list.tsx'
import { timeEntries } from '../../records/resource.ts'
import { useNames } from '../../records/use-names.ts'
import { useSearchParams } from '../../search-params/use-search-params.ts'
import { NoTime } from '../timesheet/week-view.tsx'
import { entryColumns } from './entry-columns.tsx'
import { entryListSearch, workStatuses } from './time-search.ts'
import { nameOfEntry } from './entry.ts'
import { useMemberFilter } from './member-filter.ts'

/** Every time entry, filtered, page by page, those of the last day first. */
export function EntryList({ onOpen }: { readonly onOpen: (id: number) => void }) {
  const params = useSearchParams(entryListSearch)
  const { q, status, case_id, user_id, sort = '-day', cursor } = params.search
  const filters = { q, status, case_id, user_id, sort }
  const list = useCall('GET /time-entries', { query: { ...filters, cursor, include: 'total', limit: 50 } })
  const names = useNames({ matters: list.data?.data.map((entry) => entry.case_id) ?? [] })
  const { hasOthers, memberName, filters: byMember } = useMemberFilter(user_id)
  return (
    <RecordList
      label="Time entries"
      nouns={{ one: 'time entry', many: 'time' }}
      {...{ params, list, sort }}
      columns={entryColumns({ matterName: names.matter, memberName: hasOthers ? memberName : undefined })}
      rowId={(entry) => entry.id}
      rowName={nameOfEntry}
      onOpen={(entry) => onOpen(entry.id)}
      filters={[
        { name: 'q', label: 'Search time' },
        { name: 'status', label: 'Status', options: workStatuses },
        { name: 'case_id', label: 'Matter', kind: 'matter' },
        ...byMember,
      ]}
      bulk={{ resource: timeEntries, filters, statuses: [] }}
      empty={<NoTime>No time is recorded yet.</NoTime>}
    />
  )
}
