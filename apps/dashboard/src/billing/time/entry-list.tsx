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

interface EntryListProps {
  /** The member whose time it lists until another one is chosen. Undefined for all members. */
  readonly userId: string | undefined
  readonly onOpen: (id: number) => void
}

/** Time entries, filtered, page by page, those of the last day first. */
export function EntryList({ userId, onOpen }: EntryListProps) {
  const params = useSearchParams(entryListSearch)
  const { q, status, case_id, user_id: chosen = userId, sort = '-day', cursor } = params.search
  const user_id = chosen === 'all' ? undefined : chosen
  const filters = { q, status, case_id, user_id, sort }
  const list = useCall('GET /time-entries', { query: { ...filters, cursor, include: 'total', limit: 50 } })
  const names = useNames({ matters: list.data?.data.map((entry) => entry.case_id) ?? [] })
  const { hasOthers, memberName, filters: byMember } = useMemberFilter(user_id, userId)
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
