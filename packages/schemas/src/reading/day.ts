import { writerOf } from '../dash/writing.ts'
import type { Manner } from '../dash/writing.ts'
import { daysIn, meantYear } from './missing-year.ts'
import type { MissingYear } from './missing-year.ts'
import { monthNamed } from './month-names.ts'
import { folded, latinDigits, plainText, refused, understood } from './reading.ts'
import type { Reading } from './reading.ts'

type Part = 'day' | 'month' | 'year'

const isPart = (type: string): type is Part => type === 'day' || type === 'month' || type === 'year'

const msPerDay = 86_400_000

/** The day so many days after one: `2026-03-14`. */
export const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * msPerDay).toISOString().slice(0, 10)

/** Days between two days. */
export const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / msPerDay)

/** True for a calendar day in the format of the API. */
export const isDay = (text: string | undefined): text is string =>
  /^\d{4}-\d\d-\d\d$/.test(text ?? '') &&
  !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
  addDays(text ?? '', 0) === text

const orders = new Map<string, readonly Part[]>()

/** The order in which a locale writes the parts of a date in figures. */
function orderOf(locale: string): readonly Part[] {
  const found = orders.get(locale)
  if (found) return found
  const options = { calendar: 'gregory', day: 'numeric', month: 'numeric', year: 'numeric' } as const
  const order = new Intl.DateTimeFormat(locale, options)
    .formatToParts(0)
    .map(({ type }) => type)
    .filter(isPart)
  orders.set(locale, order)
  return order
}

const relativeDays = new Map<string, ReadonlyMap<string, number>>()

/** `today`, `heute`, `demain`: how many days from today. */
function daysFromToday(word: string, locale: string): number | undefined {
  let words = relativeDays.get(locale)
  if (!words) {
    const named = ['en', locale].flatMap((language) => {
      const writer = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
      return [0, 1, -1].map((days) => [folded(writer.format(days, 'day')), days] as const)
    })
    words = new Map(named)
    relativeDays.set(locale, words)
  }
  return words.get(folded(word))
}

/** Years of two digits are at most 20 years ahead. */
function yearOf(typed: string, today: string): number {
  const now = Number(today.slice(0, 4))
  const year = Number(typed)
  if (typed.length > 2) return year
  const ahead = Math.floor(now / 100) * 100 + year
  return ahead > now + 20 ? ahead - 100 : ahead < now - 79 ? ahead + 100 : ahead
}

interface Parts {
  readonly day: string
  readonly month: string
  readonly year: string
}

const pad = (value: number, length = 2) => String(value).padStart(length, '0')

interface Context {
  readonly manner: Manner
  readonly today: string
  readonly missingYear: MissingYear
}

/** The day of its parts, or why the calendar has no such day. */
function dayOf({ day, month, year: typed }: Parts, context: Context): Reading<string> {
  const { manner, today } = context
  const [dayNumber, monthNumber] = [Number(day), Number(month)]
  const year =
    typed === '' ? meantYear({ day: dayNumber, month: monthNumber }, today, context.missingYear) : yearOf(typed, today)
  if (year < 1900 || year > 2200) return refused('Enter a day in the years 1900 to 2200.')
  if (monthNumber < 1 || monthNumber > 12) return refused(`Months are 1 to 12, not ${monthNumber}.`)
  const last = daysIn(year, monthNumber)
  if (dayNumber >= 1 && dayNumber <= last) return understood(`${year}-${pad(monthNumber)}-${pad(dayNumber)}`)
  const name = new Intl.DateTimeFormat(manner.locale, {
    calendar: 'gregory',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return refused(`${name.format(Date.UTC(year, monthNumber - 1))} has ${last} days, not ${dayNumber}.`)
}

/** Days in figures: one reading, or two where the order cannot be known. */
function inFigures(figures: readonly string[], hasPoints: boolean, context: Context): Reading<string> {
  const [first = '', second = '', third = ''] = figures
  const order = orderOf(context.manner.locale)
  if (figures.length === 3 && first.length > 2) return dayOf({ year: first, month: second, day: third }, context)
  if (figures.length === 3 && order[0] === 'year' && third.length <= 2)
    return dayOf({ year: first, month: second, day: third }, context)
  const dayFirst = dayOf({ day: first, month: second, year: third }, context)
  const monthFirst = dayOf({ day: second, month: first, year: third }, context)
  const isDayFirst = order.indexOf('day') < order.indexOf('month')
  // Americans write slashes, and with points most others; where the year leads, days in another order are guesses.
  const isSure = order[0] !== 'year' && (isDayFirst || !hasPoints)
  const own = isDayFirst ? dayFirst : monthFirst
  if (isSure) return own
  const days = [dayFirst, monthFirst].flatMap(({ value }) => value ?? [])
  const [one, other] = [...new Set(days)]
  if (one === undefined || other === undefined) return one === undefined ? own : understood(one)
  const { day } = writerOf(context.manner)
  return refused(`Can be read in two ways. Do you mean ${day(one)} or ${day(other)}?`, [one, other])
}

/**
 * A day as people write it, as `2026-03-14`: as the firm writes it (`14 Mar 2026`), in figures in its order
 * (`14/3/26`, `14.3.`), as the API does, `today`, or so many days from it (`+14`).
 *
 * @param missingYear Default: `this`.
 */
export function readDay(
  typed: string,
  manner: Manner,
  today: string,
  missingYear: MissingYear = 'this',
): Reading<string> {
  const text = latinDigits(plainText(typed))
  if (text === '') return understood<string>(null)
  const context = { manner, today, missingYear }
  const wrong = () => refused<string>(`Enter a day such as ${writerOf(manner).day(today)}.`)
  if (/^[+\-−]\s?\d{1,4}$/.test(text)) {
    const days = Number(text.replace('−', '-').replace(/\s/, ''))
    return understood(addDays(today, days))
  }
  const fromToday = daysFromToday(text, manner.locale)
  if (fromToday !== undefined) return understood(addDays(today, fromToday))
  const words = text.match(/\d+|\p{L}[\p{L}\p{M}]*/gu) ?? []
  const figures = words.filter((word) => /^\d/.test(word))
  if (figures.some((figure) => figure.length > 4)) {
    const [, year = '', month = '', day = ''] = /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? []
    return year === '' ? wrong() : dayOf({ year, month, day }, context)
  }
  const months = words.flatMap((word) => (/^\d/.test(word) ? [] : (monthNamed(word, manner.locale) ?? [])))
  const [first = '', second = ''] = figures
  if (months[0] !== undefined && months.length === 1 && (figures.length === 1 || figures.length === 2)) {
    const [day, year] = first.length > 2 ? [second, first] : [first, second]
    return dayOf({ day, month: String(months[0]), year }, context)
  }
  // `2026年3月14日` has letters, and `14 de marzo` small words. Other letters are not part of a day in figures.
  const letters = words.filter((word) => !/^\d/.test(word))
  if (months.length > 0 || figures.length < 2 || figures.length > 3) return wrong()
  if (letters.some((word) => !/^[年月日년월일]$/.test(word))) return wrong()
  if (/^-|:/.test(text)) return wrong()
  return inFigures(figures, text.includes('.'), context)
}
