import { useSession } from '../../api/session.ts'
import { EmptyState } from '../../components/page/empty-state.tsx'
import { ErrorPanel } from '../../components/page/error-panel.tsx'
import { Skeleton } from '../../components/page/skeleton.tsx'
import { codeOfCall } from '../../code/code-of-call.ts'
import { mondayOf } from '../days.ts'
import type { Day } from '../days.ts'
import { useSheet } from './use-sheet.ts'
import { WeekGrid } from './week-grid.tsx'

interface WeekViewProps {
  readonly day: Day
  readonly onDay: (day: Day) => void
}

export function WeekView({ day, onDay }: WeekViewProps) {
  const { data, error, refetch } = useSheet(mondayOf(day), 7)
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={6} />
  if (data.data.length === 0) return <NoTime>No time is recorded in this week.</NoTime>
  return (
    <>
      <WeekGrid day={day} entries={data.data} onDay={onDay} />
      {data.is_cut && (
        <p className="mt-2 text-meta text-muted">Only the first {data.data.length} entries are counted.</p>
      )}
    </>
  )
}

export function NoTime({ children }: { readonly children: string }) {
  const { public_url: publicUrl } = useSession()
  const body = { description: 'Call with the client', duration: 1.2 }
  return <EmptyState snippet={codeOfCall({ key: 'POST /time-entries', body }, publicUrl)}>{children}</EmptyState>
}
