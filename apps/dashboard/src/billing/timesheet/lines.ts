import type { Day } from '../time/days.ts'
import { dayOfEntry } from '../time/entry.ts'
import type { SheetEntry } from './use-sheet.ts'

/** A matter in a week: its entries by day. */
export interface Line {
  readonly caseId: number | null
  readonly title: string
  readonly days: readonly (readonly SheetEntry[])[]
}

type Named = Pick<SheetEntry, 'case_id' | 'case_title'>

export const hoursOf = (entries: readonly SheetEntry[]) =>
  entries.reduce((sum, { duration }) => sum + (duration ?? 0), 0)

/** A line for each matter, by title, also for `others` without time; time of no matter comes last. */
export function linesOf(
  entries: readonly SheetEntry[],
  others: readonly Named[],
  days: readonly Day[],
): readonly Line[] {
  const titles = new Map([...others, ...entries].map(({ case_id: id, case_title: title }) => [id, title]))
  return [...titles]
    .map(([caseId, title]) => ({
      caseId,
      title: caseId === null ? 'No matter' : (title ?? `Matter ${caseId}`),
      days: days.map((day) => entries.filter((entry) => entry.case_id === caseId && dayOfEntry(entry) === day)),
    }))
    .sort((a, b) => Number(a.caseId === null) - Number(b.caseId === null) || a.title.localeCompare(b.title))
}
