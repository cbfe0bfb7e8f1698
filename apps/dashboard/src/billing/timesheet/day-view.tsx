import { useMemo } from 'react'
import { DataTable } from '../../components/table/data-table.tsx'
import { useSelection } from '../../components/table/selection.ts'
import { BulkActions } from '../../records/bulk/bulk-actions.tsx'
import { timeEntries } from '../../records/resource.ts'
import type { Day } from '../time/days.ts'
import { entryColumns } from '../time/entry-columns.tsx'
import { nameOfEntry } from '../time/entry.ts'
import { useSheet } from './sheet.ts'
import type { Whose } from './sheet.ts'
import { NoTime } from './week-view.tsx'

interface DayViewProps {
  readonly day: Day
  readonly whose: Whose
  readonly onOpen: (id: number) => void
}

/** The entries of one day, each to be opened and changed. */
export function DayView({ day, whose, onOpen }: DayViewProps) {
  const { data, error, refetch } = useSheet(day, 1, whose)
  const selection = useSelection()
  const rows = data?.data
  const columns = useMemo(() => {
    const titles = new Map(rows?.map((entry) => [entry.case_id, entry.case_title ?? undefined]))
    const members = new Map(rows?.map((entry) => [entry.user_id, entry.user_name ?? undefined]))
    const memberName = whose.userId === undefined ? (id: string | null) => members.get(id) : undefined
    return entryColumns({ matterName: (id) => titles.get(id ?? null), memberName, hasDay: false })
  }, [rows, whose.userId])
  return (
    <DataTable
      label="Time entries"
      columns={columns}
      rows={rows}
      error={error}
      onRetry={() => void refetch()}
      rowId={(entry) => entry.id}
      rowName={nameOfEntry}
      onOpen={(entry) => onOpen(entry.id)}
      selection={selection}
      bulkActions={
        <BulkActions
          resource={timeEntries}
          selection={selection}
          filters={{}}
          statuses={[]}
          nameOf={(id) => rows?.filter((entry) => entry.id === id).map(nameOfEntry)[0]}
        />
      }
      empty={<NoTime>No time is recorded on this day.</NoTime>}
    />
  )
}
