import { clockText } from '@matterbase/schemas/reading'
import { useId } from 'react'
import type { KeyboardEvent } from 'react'
import { Button } from '../../components/buttons/button.tsx'
import type { Day } from '../time/days.ts'
import { hoursOf } from './sheet.ts'
import type { SheetEntry } from './sheet.ts'
import { useHours } from './use-hours.ts'

interface HourCellProps {
  readonly day: Day
  readonly caseId: number | null
  /** Matter and day. */
  readonly label: string
  readonly entries: readonly SheetEntry[]
  readonly onDay: () => void
  readonly mayWrite: boolean
}

/** The hours of a matter on a day. They can be typed if there is at most one entry and it is not billed. */
export function HourCell(props: HourCellProps) {
  const { entries, mayWrite } = props
  const [entry] = entries
  const hours = hoursOf(entries)
  const text = hours > 0 ? clockText(hours) : ''
  if (!mayWrite) return <span className="px-1.5">{text || <span className="text-muted">·</span>}</span>
  if (entries.length > 1 || (entry && entry.status !== 'pending')) return <DayButton {...props} text={text} />
  return <HourInput {...props} />
}

function DayButton({ label, entries, onDay, text }: HourCellProps & { readonly text: string }) {
  return (
    <button
      type="button"
      onClick={onDay}
      aria-label={`${label}: ${text}`}
      title={
        entries.length > 1 ? `${entries.length} entries. Open the day to edit them.` : 'Billed. Open the day to see it.'
      }
      className="focus-inset h-8 w-full rounded-sm px-1.5 text-right tabular-nums hover:bg-hover touch:h-11"
    >
      {text}
    </button>
  )
}

function HourInput({ day, caseId, label, entries }: HourCellProps) {
  const { text, problem, isBusy, type, save, leave, cancel } = useHours({ day, caseId, entries })
  const problemId = useId()
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
        value={text}
        readOnly={isBusy}
        onChange={(event) => type(event.target.value)}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => void leave()}
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
            <Button key={value} size="sm" onClick={() => void save(value)}>
              {choice}
            </Button>
          ))}
        </span>
      )}
    </span>
  )
}
