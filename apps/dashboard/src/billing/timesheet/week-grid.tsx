import { clockText } from '@matterbase/schemas/reading'
import { Link } from '@tanstack/react-router'
import { classNames } from '../../components/class-names.ts'
import { shortDay, today, weekOf } from '../time/days.ts'
import type { Day } from '../time/days.ts'
import { HourCell } from './hour-cell.tsx'
import { hoursOf } from './sheet.ts'
import type { Line } from './sheet.ts'

interface WeekGridProps {
  readonly day: Day
  readonly lines: readonly Line[]
  readonly onDay: (day: Day) => void
  readonly mayWrite: boolean
}

const head = 'max-w-24 truncate px-3 text-left max-sm:whitespace-normal sm:max-w-64'

/** A phone shows three days: the chosen one between its neighbors. */
const daysOnPhone = 3

interface GridDay {
  readonly day: Day
  readonly name: string
  /** Hides a day on a phone. */
  readonly hiding: string
}

function daysOf(chosen: Day): readonly GridDay[] {
  const days = weekOf(chosen)
  const first = Math.min(Math.max(days.indexOf(chosen) - 1, 0), days.length - daysOnPhone)
  return days.map((day, index) => ({
    day,
    name: shortDay(day),
    hiding: index >= first && index < first + daysOnPhone ? '' : 'max-sm:hidden',
  }))
}

/** Hours by matter and day, typed into the cells. */
export function WeekGrid({ day, lines, onDay, mayWrite }: WeekGridProps) {
  const days = daysOf(day)
  return (
    <div
      className="overflow-x-auto rounded-md border border-line bg-raised"
      tabIndex={0}
      role="region"
      aria-label="Week"
    >
      <table aria-label="Hours by matter and day" className="w-full sm:min-w-[44rem] border-collapse text-table">
        <thead className="border-b border-line bg-subtle text-meta text-muted">
          <tr>
            <th scope="col" className={classNames(head, 'h-8 font-medium')}>
              Matter
            </th>
            {days.map((each) => (
              <DayHead key={each.day} {...each} onDay={onDay} />
            ))}
            <th scope="col" className="px-3 text-right font-medium">
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <LineRow key={line.caseId ?? 'none'} {...{ line, days, onDay, mayWrite }} />
          ))}
        </tbody>
        <tfoot>
          <Totals lines={lines} days={days} />
        </tfoot>
      </table>
    </div>
  )
}

function DayHead({ day, name, hiding, onDay }: GridDay & Pick<WeekGridProps, 'onDay'>) {
  return (
    <th scope="col" className={classNames('px-1 text-right font-medium whitespace-nowrap', hiding)}>
      <button
        type="button"
        onClick={() => onDay(day)}
        aria-current={day === today() ? 'date' : undefined}
        className="focus-inset rounded-[4px] px-1.5 py-0.5 hover:text-ink hover:underline aria-[current=date]:bg-accent-soft aria-[current=date]:text-accent"
      >
        {name}
      </button>
    </th>
  )
}

interface LineRowProps extends Pick<WeekGridProps, 'onDay' | 'mayWrite'> {
  readonly line: Line
  readonly days: readonly GridDay[]
}

function LineRow({ line: { caseId, title, days: entriesByDay }, days, onDay, mayWrite }: LineRowProps) {
  return (
    <tr data-line={caseId} className="border-b border-line">
      <th scope="row" className={classNames(head, 'h-9 font-medium')}>
        {caseId === null ? (
          <span className="font-normal text-muted">{title}</span>
        ) : (
          <Link
            to="/matters/$id"
            params={{ id: String(caseId) }}
            search={{ tab: 'time' }}
            className="line-clamp-2 hover:underline max-sm:my-1 sm:block sm:truncate sm:py-2"
            title={title}
          >
            {title}
          </Link>
        )}
      </th>
      {days.map(({ day, name, hiding }, index) => (
        <td key={day} className={classNames('px-1 py-0.5 text-right whitespace-nowrap', hiding)}>
          <HourCell
            {...{ day, caseId, mayWrite }}
            label={`${title}, ${name}`}
            entries={entriesByDay[index] ?? []}
            onDay={() => onDay(day)}
          />
        </td>
      ))}
      <Total value={hoursOf(entriesByDay.flat())} />
    </tr>
  )
}

function Totals({ lines, days }: { readonly lines: readonly Line[]; readonly days: readonly GridDay[] }) {
  const totals = days.map((_, index) => hoursOf(lines.flatMap((line) => line.days[index] ?? [])))
  return (
    <tr className="font-medium">
      <th scope="row" className={classNames(head, 'h-9')}>
        Total
      </th>
      {days.map(({ day, hiding }, index) => (
        <Total key={day} value={totals[index] ?? 0} className={hiding} />
      ))}
      <Total value={totals.reduce((sum, value) => sum + value, 0)} />
    </tr>
  )
}

const Total = ({ value, className }: { readonly value: number; readonly className?: string }) => (
  <td className={classNames('px-3 text-right font-medium whitespace-nowrap', className)}>
    {value > 0 ? clockText(value) : <span className="text-muted">·</span>}
  </td>
)
