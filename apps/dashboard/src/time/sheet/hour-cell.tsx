import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { call } from '../../api/call.ts'
import { change } from '../../api/change.ts'
import { refresh } from '../../api/queries.ts'
import { toast, toastError } from '../../components/overlays/toast.tsx'
import { formatHours } from '../../components/values/formats.ts'
import type { Day } from '../days.ts'
import { clockText, parseHours, unclearIn } from '../duration.ts'
import { deleteEntry, startFor } from '../entries/entry.ts'
import { hoursOf } from './lines.ts'
import type { SheetEntry } from './use-sheet.ts'

interface HourCellProps {
  readonly day: Day
  readonly caseId: number | null
  /** Matter and day. */
  readonly label: string
  readonly entries: readonly SheetEntry[]
  readonly onDay: () => void
  readonly mayWrite: boolean
}

/** The hours of a matter on a day: typed, while there is one entry at most and it is not billed. */
export function HourCell({ day, caseId, label, entries, onDay, mayWrite }: HourCellProps) {
  const [text, setText] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const hours = hoursOf(entries)
  const [entry] = entries
  const shown = hours > 0 ? clockText(hours) : ''
  if (!mayWrite) return <span className="px-1.5">{shown || <span className="text-muted">·</span>}</span>
  if (entries.length > 1 || (entry && entry.status !== 'pending'))
    return (
      <button
        type="button"
        onClick={onDay}
        aria-label={`${label}: ${shown}`}
        title={entries.length > 1 ? `${entries.length} entries: open the day` : 'Billed: open the day'}
        className="focus-inset h-8 w-full rounded-sm px-1.5 text-right tabular-nums hover:bg-hover touch:h-11"
      >
        {shown}
      </button>
    )

  async function save(typed: string) {
    setText(undefined)
    if (typed.trim() === shown || typed.trim() === '') return
    const next = parseHours(typed)
    if (next === undefined) {
      const unclear = unclearIn(typed)
      toastError(
        new Error(
          unclear
            ? `Is ${unclear} in minutes or in hours? Write ${unclear}m or ${unclear}h.`
            : `“${typed}” is no time: write 1:30, 1.5 or 90m.`,
        ),
      )
      return
    }
    setBusy(true)
    try {
      await record(next)
      await refresh(['GET /time-sheet', 'GET /unbilled', 'GET /time-entries'])
    } catch (error) {
      toastError(error)
    } finally {
      setBusy(false)
    }
  }

  async function record(duration: number) {
    if (!entry) {
      const body = { case_id: caseId, duration, start_time: startFor(day, duration) }
      const { data } = await call('POST /time-entries', { body })
      toast(`${formatHours(duration)} recorded`, { undo: () => void deleteEntry(data.id).catch(toastError) })
      return
    }
    const params = { id: entry.id }
    const { data } = await call('GET /time-entries/{id}', { params }, { isQuiet: true })
    const seen = { ...data, duration: entry.duration }
    await change('PATCH /time-entries/{id}', { params, body: { duration } }, { seen, labels: { duration: 'Hours' } })
  }

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') event.currentTarget.blur()
    if (event.key === 'Escape') {
      event.stopPropagation()
      setText(undefined)
    }
  }
  return (
    <input
      aria-label={label}
      inputMode="text"
      autoComplete="off"
      placeholder="·"
      value={text ?? shown}
      readOnly={isBusy}
      onChange={(event) => setText(event.target.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => text !== undefined && void save(text)}
      onKeyDown={onKeyDown}
      className="focus-inset h-8 w-16 rounded-sm border border-transparent bg-transparent px-1.5 text-right tabular-nums placeholder:text-muted hover:border-line focus:border-control focus:bg-bg touch:h-11"
    />
  )
}
