import { mannerNow, writerNow } from '../api/manner.ts'
import { addDays, dayFromToday } from '../components/values/formats.ts'

/** A day where the firm is, or where the reader is while the firm has not said: `2026-03-14`. */
export type Day = string

export const dayOf = (moment: Date): Day => writerNow().dayOf(moment)

export const today = (): Day => dayFromToday()

const minute = 60_000
const hour = 60 * minute

/** A day of the calendar, the same everywhere. */
const dateOf = (day: Day) => new Date(`${day}T00:00:00Z`)

/** When a day begins where the firm is: its first minute, also where a clock is put forward at midnight. */
export function startOf(day: Day): Date {
  const midnight = dateOf(day).getTime()
  // The earliest and latest zones are 14 hours before and 12 behind.
  let [before, from] = [midnight - 15 * hour, midnight + 13 * hour]
  while (from - before > minute) {
    const middle = before + Math.floor((from - before) / (2 * minute)) * minute
    if (dayOf(new Date(middle)) < day) before = middle
    else from = middle
  }
  return new Date(from)
}

export const isDay = (text: string | undefined): text is Day =>
  /^\d{4}-\d\d-\d\d$/.test(text ?? '') && !Number.isNaN(dateOf(text ?? '').getTime()) && addDays(text ?? '', 0) === text

/** The Monday of a day's week. */
export const mondayOf = (day: Day): Day => addDays(day, -((dateOf(day).getUTCDay() + 6) % 7))

export const weekOf = (day: Day): readonly Day[] =>
  Array.from({ length: 7 }, (_, index) => addDays(mondayOf(day), index))

/** The span of `count` days from a day on, for the server. */
export const spanOf = (day: Day, count: number) => ({
  from: startOf(day).toISOString(),
  to: startOf(addDays(day, count)).toISOString(),
})

const words = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const

const written = (day: Day, more: Intl.DateTimeFormatOptions = {}) =>
  dateOf(day).toLocaleDateString(mannerNow().locale, { ...words, ...more })

/** `Sat 14 Mar`, as the firm writes it. */
export const shortDay = (day: Day) => written(day)
export const longDay = (day: Day) => written(day, { weekday: 'long', month: 'long', year: 'numeric' })
