import { clockText } from '@matterbase/schemas/reading'
import { useId, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { call } from '../../api/call.ts'
import { CallError } from '../../api/call-error.ts'
import { change, keptTheirs } from '../../api/change.ts'
import { refresh } from '../../api/queries.ts'
import { Button } from '../../components/buttons/button.tsx'
import { plainWords } from '../../components/forms/plain-words.ts'
import { duration } from '../../components/forms/typed/typed-kind.ts'
import { toast, toastError } from '../../components/overlays/toast.tsx'
import { formatHours } from '../../components/values/formats.ts'
import type { Day } from '../time/days.ts'
import { deleteEntry, startFor } from '../time/entry.ts'
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

/** Why a value is not saved, and the ways in which it can be read. */
interface CellProblem {
  readonly message: string
  readonly choices: readonly { readonly label: string; readonly value: string }[]
}

/** The hours of a matter on a day: typed, while there is one entry at most and it is not billed. */
export function HourCell(props: HourCellProps) {
  const { day, caseId, label, entries, onDay, mayWrite } = props
  const [text, setText] = useState<string>()
  const [problem, setProblem] = useState<CellProblem>()
  const [isBusy, setBusy] = useState(false)
  const problemId = useId()
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
        title={
          entries.length > 1
            ? `${entries.length} entries. Open the day to edit them.`
            : 'Billed. Open the day to see it.'
        }
        className="focus-inset h-8 w-full rounded-sm px-1.5 text-right tabular-nums hover:bg-hover touch:h-11"
      >
        {shown}
      </button>
    )

  async function save(typed: string) {
    if (typed.trim() === shown || typed.trim() === '') return cancel()
    const kind = duration()
    const reading = kind.read(typed)
    if (reading.value !== undefined) return put(reading.value ?? '')
    const choices = reading.readings.map((value) => ({ label: kind.say(value), value }))
    setProblem({ message: reading.message, choices })
  }

  function cancel() {
    setProblem(undefined)
    setText(undefined)
  }

  async function put(value: string) {
    setBusy(true)
    try {
      await record(Number(value))
      cancel()
      await refresh(['GET /time-sheet', 'GET /unbilled', 'GET /time-entries'])
    } catch (error) {
      // A refused value stays where it was typed.
      setProblem({ message: messageOf(error), choices: [] })
    } finally {
      setBusy(false)
    }
  }

  async function record(hours: number) {
    if (!entry) {
      const body = { case_id: caseId, duration: hours, start_time: startFor(day, hours) }
      const { data } = await call('POST /time-entries', { body })
      toast(`${formatHours(hours)} recorded`, { undo: () => void deleteEntry(data.id).catch(toastError) })
      return
    }
    const params = { id: entry.id }
    const { data } = await call('GET /time-entries/{id}', { params }, { isQuiet: true })
    const seen = { ...data, duration: entry.duration }
    const input = { params, body: { duration: hours } }
    const { saved } = await change('PATCH /time-entries/{id}', input, { seen, labels: { duration: 'Hours' } })
    if (saved === null) toast(keptTheirs)
  }

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') event.currentTarget.blur()
    if (event.key === 'Escape') {
      event.stopPropagation()
      cancel()
    }
  }
  return (
    <span className="block">
      <input
        aria-label={label}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem && problemId}
        inputMode="text"
        autoComplete="off"
        placeholder="·"
        value={text ?? shown}
        readOnly={isBusy}
        onChange={(event) => setText(event.target.value)}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => text !== undefined && !isBusy && void save(text)}
        onKeyDown={onKeyDown}
        className="focus-inset h-8 w-16 rounded-sm border border-transparent bg-transparent px-1.5 text-right tabular-nums placeholder:text-muted hover:border-line focus:border-control focus:bg-bg aria-invalid:border-bad aria-invalid:text-bad touch:h-11"
      />
      {problem && (
        <span
          id={problemId}
          role="alert"
          className="mb-1 ml-auto flex w-24 flex-col items-end gap-1 text-meta font-medium whitespace-normal text-bad"
        >
          {problem.message}
          {problem.choices.map(({ label: choice, value }) => (
            <Button key={value} size="sm" onClick={() => void put(value)}>
              {choice}
            </Button>
          ))}
        </span>
      )}
    </span>
  )
}

const messageOf = (error: unknown) =>
  error instanceof CallError ? plainWords(error.details[0]?.message ?? error.message) : 'Not saved. Try again.'
