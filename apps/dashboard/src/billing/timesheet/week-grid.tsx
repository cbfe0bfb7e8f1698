import { clockText } from '@matterbase/schemas/reading'
import { Link } from '@tanstack/react-router'
import { classNames } from '../../components/class-names.ts'
import { shortDay, today, weekOf } from '../time/days.ts'
import type { Day } from '../time/days.ts'
import { HourCell } from './hour-cell.tsx'
import { hoursOf } from './lines.ts'
import type { Line } from './lines.ts'

interface WeekGridProps {
  readonly day: Day
  readonly lines: readonly Line[]
  readonly onDay: (day: Day) => void
  readonly mayWrite: boolean
}

const head = 'max-w-24 truncate px-3 text-left max-sm:whitespace-normal sm:max-w-64'

/** On a phone three days are shown: the chosen one between its neighbours. */
const onPhone = 3

/** Hours by matter and day, typed into the cells. */
export function WeekGrid({ day, lines, onDay, mayWrite }: WeekGridProps) {
  const days = weekOf(day)
  const names = days.map(shortDay)
  const totals = days.map((_, index) => lines.reduce((sum, line) => sum + hoursOf(line.days[index] ?? []), 0))
  const first = Math.min(Math.max(days.indexOf(day) - 1, 0), days.length - onPhone)
  const shown = (index: number) => (index >= first && index < first + onPhone ? '' : 'max-sm:hidden')
  return (
    <>
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
              {days.map((each, index) => (
                <th
                  key={each}
                  scope="col"
                  className={classNames('px-1 text-right font-medium whitespace-nowrap', shown(index))}
                >
                  <button
                    type="button"
                    onClick={() => onDay(each)}
                    aria-current={each === today() ? 'date' : undefined}
                    className="focus-inset rounded-[4px] px-1.5 py-0.5 hover:text-ink hover:underline aria-[current=date]:bg-accent-soft aria-[current=date]:text-accent"
                  >
                    {names[index]}
                  </button>
                </th>
              ))}
              <th scope="col" className="px-3 text-right font-medium">
                Total
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ caseId, title, days: ofDays }) => (
              <tr key={caseId ?? 'none'} data-line={caseId} className="border-b border-line">
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
                {days.map((each, index) => (
                  <td key={each} className={classNames('px-1 py-0.5 text-right whitespace-nowrap', shown(index))}>
                    <HourCell
                      day={each}
                      caseId={caseId}
                      label={`${title}, ${names[index]}`}
                      entries={ofDays[index] ?? []}
                      onDay={() => onDay(each)}
                      mayWrite={mayWrite}
                    />
                  </td>
                ))}
                <Total value={ofDays.reduce((sum, entries) => sum + hoursOf(entries), 0)} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="font-medium">
              <th scope="row" className={classNames(head, 'h-9')}>
                Total
              </th>
              {totals.map((value, index) => (
                <Total key={days[index]} value={value} className={shown(index)} />
              ))}
              <Total value={totals.reduce((sum, value) => sum + value, 0)} />
            </tr>
          </tfoot>
        </table>
      </div>
    </>
  )
}

const Total = ({ value, className }: { readonly value: number; readonly className?: string }) => (
  <td className={classNames('px-3 text-right font-medium whitespace-nowrap', className)}>
    {value > 0 ? clockText(value) : <span className="text-muted">·</span>}
  </td>
)
