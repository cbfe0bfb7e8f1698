import { mannerNow, writerNow } from '../../../api/manner.ts'
import { dayFromToday } from '../../values/formats.ts'

type Part = 'day' | 'month' | 'year'

const isPart = (type: string): type is Part => type === 'day' || type === 'month' || type === 'year'

/** In what order the firm writes the parts of a date in figures. */
const orderOf = (locale: string) =>
  new Intl.DateTimeFormat(locale, { calendar: 'gregory', day: 'numeric', month: 'numeric', year: 'numeric' })
    .formatToParts(0)
    .map(({ type }) => type)
    .filter(isPart)

const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/[\p{M}.]/gu, '')
    .toLowerCase()

// In some languages the month is written otherwise beside a day, or shortened otherwise than to its beginning.
const named = [{ month: 'long' }, { month: 'long', day: 'numeric' }, { month: 'short', day: 'numeric' }] as const

/** The month whose name begins so, in the firm's language or in English: `mar` → 3. */
function monthNamed(word: string, locale: string): number | undefined {
  if (word.length < 3) return undefined
  for (const language of [locale, 'en'])
    for (const parts of named) {
      const writer = new Intl.DateTimeFormat(language, { ...parts, calendar: 'gregory', timeZone: 'UTC' })
      for (let month = 1; month <= 12; month++) {
        const name = writer.formatToParts(Date.UTC(2026, month - 1)).find(({ type }) => type === 'month')?.value ?? ''
        if (folded(name).startsWith(folded(word))) return month
      }
    }
  return undefined
}

/** `2026-03-14` of its parts; undefined where the calendar has no such day. Without a year it is this one. */
function dayOf(yearTyped: string | undefined, month: number | string, day?: string): string | undefined {
  const typed = Number(yearTyped || dayFromToday().slice(0, 4))
  const year = typed < 100 ? 2000 + typed : typed
  const moment = new Date(Date.UTC(year, Number(month) - 1, Number(day)))
  const isSuch = year > 999 && moment.getUTCMonth() === Number(month) - 1 && moment.getUTCDate() === Number(day)
  return isSuch ? moment.toISOString().slice(0, 10) : undefined
}

/**
 * The day that somebody wrote: as the firm writes it (`14 Mar 2026`), in figures in its order (`14/3/26`, `14.3.`),
 * as the API does (`2026-03-14`), `today`, or so many days from it (`+14`).
 */
export function dayTyped(text: string): string | undefined {
  const { locale } = mannerNow()
  const typed = text.trim().toLowerCase()
  if (typed === 'today') return dayFromToday()
  if (/^[+-]\d{1,4}$/.test(typed)) return dayFromToday(Number(typed))
  const words = typed.match(/\d+|\p{L}[\p{L}\p{M}]*/gu) ?? []
  const figures = words.filter((word) => /^\d/.test(word))
  if (figures.some((figure) => figure.length > 4)) return undefined
  const [first = '', second = '', third] = figures
  const months = words.flatMap((word) => (/^\d/.test(word) ? [] : (monthNamed(word, locale) ?? [])))
  if (months[0] !== undefined && months.length === 1 && (figures.length === 1 || figures.length === 2)) {
    const [day, year] = first.length > 2 ? [second, first] : [first, second]
    return dayOf(year, months[0], day)
  }
  const [leading, next] = orderOf(locale)
  if (figures.length === 3 && (first.length === 4 || (leading === 'year' && third?.length !== 4)))
    return dayOf(first, second, third)
  if (months.length > 0 || figures.length < 2 || figures.length > 3) return undefined
  const isMonthFirst = (leading === 'year' ? next : leading) === 'month'
  return isMonthFirst ? dayOf(third, first, second) : dayOf(third, second, first)
}

/** Whether it is a day as the API writes it. */
export const isDay = (value: string) => /^\d{4}-\d\d-\d\d$/.test(value) && dayTyped(value) === value

/** As the firm writes it; what is no day stays as it is. */
export const dayWritten = (value: string) => (isDay(value) ? writerNow().day(value) : value)

/** What is said of something that is no day. */
export const dayHint = () => `Such as ${dayWritten(dayFromToday())}`
