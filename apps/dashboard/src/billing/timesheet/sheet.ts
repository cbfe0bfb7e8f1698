import type { Answer } from '../../api/contract.ts'
import { useCall } from '../../api/queries.ts'
import { spanOf } from '../time/days.ts'
import type { Day } from '../time/days.ts'
import { dayOfEntry } from '../time/entry.ts'

export type SheetEntry = Answer<'GET /time-sheet'>['data'][number]

/** One member, or all members if `userId` is undefined. */
export interface Whose {
  readonly userId: string | undefined
  readonly isLoaded: boolean
}

/** The entries of `count` days, starting with `day`. */
export const useSheet = (day: Day, count: number, { userId, isLoaded }: Whose) =>
  useCall(
    'GET /time-sheet',
    { query: { ...spanOf(day, count), ...(userId !== undefined && { user_id: userId }) } },
    { enabled: isLoaded },
  )

/** A matter in a week: its entries by day. */
export interface Line {
  readonly caseId: number | null
  readonly title: string
  readonly days: readonly (readonly SheetEntry[])[]
}

type Named = Pick<SheetEntry, 'case_id' | 'case_title'>

export const hoursOf = (entries: readonly SheetEntry[]) =>
  entries.reduce((sum, { duration }) => sum + (duration ?? 0), 0)

/** A line for each matter by title, and for `others` without time. Time without a matter is last. */
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
