import { addDays, dayAt, momentAt } from '@matterbase/schemas/reading'
import { mannerNow, zoneNow } from '../../api/manner.ts'
import { dayFromToday } from '../../components/values/formats.ts'

/** A day where the firm is, the same in any browser: `2026-03-14`. */
export type Day = string

export const dayOf = (moment: Date): Day => dayAt(moment, zoneNow())

export const today = (): Day => dayFromToday()

/** A day of the calendar, the same everywhere. */
const dateOf = (day: Day) => new Date(`${day}T00:00:00Z`)

/** When a day begins where the firm is: its first minute, also where a clock is put forward at midnight. */
export const startOf = (day: Day): Date => momentAt(day, '00:00', zoneNow())

/** When clocks show a time on a day where the firm is. */
export const timeOn = (day: Day, time: string): Date => momentAt(day, time, zoneNow())

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
