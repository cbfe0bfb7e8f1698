import { addDays, isDay } from '@matterbase/schemas/reading'
import { dayFromToday } from '../../components/values/formats.ts'

/** The first and the last day. */
export interface Period {
  readonly from: string
  readonly to: string
}

const day = (text: string) => (isDay(text) ? text : undefined)

export const accountingSearch = { from: day, to: day }

const pad = (value: number) => String(value).padStart(2, '0')

/** `count` months from the first of a month, which can be outside of 1 to 12. */
function months(year: number, month: number, count: number): Period {
  const first = (of: number) => `${year + Math.floor((of - 1) / 12)}-${pad(((((of - 1) % 12) + 12) % 12) + 1)}-01`
  return { from: first(month), to: addDays(first(month + count), -1) }
}

/** The periods to choose from, on the firm's day. */
export function periods(today = dayFromToday()) {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
  const quarter = Math.floor((month - 1) / 3) * 3 + 1
  return [
    { label: 'Last month', ...months(year, month - 1, 1) },
    { label: 'This month', ...months(year, month, 1) },
    { label: 'Last quarter', ...months(year, quarter - 3, 3) },
    { label: 'This quarter', ...months(year, quarter, 3) },
    { label: 'Last year', ...months(year - 1, 1, 12) },
    { label: 'This year', ...months(year, 1, 12) },
  ]
}
