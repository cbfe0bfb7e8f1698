import { addDays } from '@matterbase/schemas/reading'
import { useEffect, useRef, useState } from 'react'
import { EmptyState } from '../../components/page/empty-state.tsx'
import { ErrorPanel } from '../../components/page/error-panel.tsx'
import { Skeleton } from '../../components/page/skeleton.tsx'
import { RecordPicker } from '../../records/picker/record-picker.tsx'
import { useNames } from '../../records/use-names.ts'
import { mondayOf, weekOf } from '../time/days.ts'
import type { Day } from '../time/days.ts'
import { linesOf, useSheet } from './sheet.ts'
import type { Whose } from './sheet.ts'
import { WeekGrid } from './week-grid.tsx'

interface WeekViewProps {
  readonly day: Day
  readonly whose: Whose
  /** True if hours can be typed. The sheet of another member is read-only. */
  readonly mayWrite: boolean
  readonly onDay: (day: Day) => void
}

/** The hours of a week, typed in place. It starts with the matters of the week before, which usually continue. */
export function WeekView({ day, whose, mayWrite, onDay }: WeekViewProps) {
  const monday = mondayOf(day)
  const [added, setAdded] = useState<readonly number[]>([])
  const sheet = useSheet(monday, 7, whose)
  const before = useSheet(addDays(monday, -7), 7, whose)
  const names = useNames({ matters: added })
  const newest = added.at(-1)
  const isNamed = names.matter(newest) !== undefined
  const view = useRef<HTMLDivElement>(null)
  // The focus moves to the added line when the line is in its place.
  useEffect(() => {
    const cells = view.current?.querySelectorAll<HTMLInputElement>(`[data-line="${newest}"] input`) ?? []
    if (isNamed) [...cells].find((cell) => cell.checkVisibility())?.focus()
  }, [newest, isNamed])
  if (sheet.error && !sheet.data) return <ErrorPanel error={sheet.error} onRetry={() => void sheet.refetch()} />
  if (!sheet.data || before.isLoading) return <Skeleton lines={6} />
  const { data: entries, is_cut: isCut } = sheet.data
  const others = [
    ...(mayWrite ? (before.data?.data ?? []) : []).map(({ case_id, case_title }) => ({ case_id, case_title })),
    ...added.map((id) => ({ case_id: id, case_title: names.matter(id) ?? null })),
  ]
  const lines = linesOf(entries, others, weekOf(day))
  return (
    <div ref={view}>
      {lines.length === 0 && !mayWrite ? (
        <EmptyState>No time is recorded in this week.</EmptyState>
      ) : (
        <WeekGrid key={`${monday} ${whose.userId}`} day={day} lines={lines} onDay={onDay} mayWrite={mayWrite} />
      )}
      {mayWrite && (
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="w-64 max-sm:w-full">
            <RecordPicker
              kind="matter"
              aria-label="Add a matter to the week"
              placeholder="Add a matter…"
              value={null}
              onChange={(id) => id !== null && setAdded([...added.filter((one) => one !== id), id])}
            />
          </span>
          <span className="text-meta text-muted">Type 1:30, 1.5 or 90m into a day.</span>
        </div>
      )}
      {isCut && <p className="mt-2 text-meta text-muted">Only the first {entries.length} entries are counted.</p>}
    </div>
  )
}

export const NoTime = ({ children }: { readonly children: string }) => <EmptyState>{children}</EmptyState>
