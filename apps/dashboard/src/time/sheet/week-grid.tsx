import { Link } from '@tanstack/react-router'
import { formatHours } from '../../components/values/formats.ts'
import { shortDay, today, weekOf } from '../days.ts'
import type { Day } from '../days.ts'
import { dayOfEntry } from '../entries/entry.ts'
import type { SheetEntry } from './use-sheet.ts'

interface WeekGridProps {
  readonly day: Day
  readonly entries: readonly SheetEntry[]
  readonly onDay: (day: Day) => void
}

interface Line {
  readonly caseId: number | null
  readonly title: string
  readonly hours: readonly number[]
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** Hours by matter and day; each figure leads to its day. */
export function WeekGrid({ day, entries, onDay }: WeekGridProps) {
  const days = weekOf(day)
  const lines = linesOf(entries, days)
  const totals = days.map((_, index) => sum(lines.map(({ hours }) => hours[index] ?? 0)))
  return (
    <div
      className="overflow-x-auto rounded-md border border-line bg-raised"
      tabIndex={0}
      role="region"
      aria-label="Week"
    >
      <table aria-label="Hours by matter and day" className="w-full min-w-[44rem] border-collapse text-table">
        <thead className="border-b border-line bg-subtle text-meta text-muted">
          <tr>
            <th scope="col" className="h-8 px-3 text-left font-medium">
              Matter
            </th>
            {days.map((each) => (
              <th key={each} scope="col" className="px-1 text-right font-medium whitespace-nowrap">
                <button
                  type="button"
                  onClick={() => onDay(each)}
                  aria-current={each === today() ? 'date' : undefined}
                  className="focus-inset rounded-[4px] px-1.5 py-0.5 hover:text-ink hover:underline aria-[current=date]:bg-accent-soft aria-[current=date]:text-accent"
                >
                  {shortDay(each)}
                </button>
              </th>
            ))}
            <th scope="col" className="px-3 text-right font-medium">
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ caseId, title, hours }) => (
            <tr key={caseId ?? 'none'} className="border-b border-line">
              <th scope="row" className="h-9 max-w-64 truncate px-3 text-left font-medium">
                {caseId === null ? (
                  <span className="font-normal text-muted">{title}</span>
                ) : (
                  <Link
                    to="/matters/$id"
                    params={{ id: String(caseId) }}
                    search={{ tab: 'time' }}
                    className="hover:underline"
                  >
                    {title}
                  </Link>
                )}
              </th>
              {hours.map((value, index) => (
                <Cell key={days[index]} value={value} />
              ))}
              <Cell value={sum(hours)} isTotal />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-medium">
            <th scope="row" className="h-9 px-3 text-left">
              Total
            </th>
            {totals.map((value, index) => (
              <Cell key={days[index]} value={value} />
            ))}
            <Cell value={sum(totals)} isTotal />
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function Cell({ value, isTotal = false }: { readonly value: number; readonly isTotal?: boolean }) {
  return (
    <td className={`text-right whitespace-nowrap ${isTotal ? 'px-3 font-medium' : 'px-2.5'}`}>
      {value > 0 ? formatHours(value) : <span className="text-muted">·</span>}
    </td>
  )
}

/** A line for each matter, by title; time of no matter comes last. */
function linesOf(entries: readonly SheetEntry[], days: readonly Day[]): readonly Line[] {
  const byMatter = Map.groupBy(entries, (entry) => entry.case_id)
  return [...byMatter]
    .map(([caseId, own]) => ({
      caseId,
      title: caseId === null ? 'No matter' : (own[0]?.case_title ?? `Matter ${caseId}`),
      hours: days.map((each) =>
        sum(own.filter((entry) => dayOfEntry(entry) === each).map((entry) => entry.duration ?? 0)),
      ),
    }))
    .sort((a, b) => Number(a.caseId === null) - Number(b.caseId === null) || a.title.localeCompare(b.title))
}
