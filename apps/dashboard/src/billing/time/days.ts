import { addDays, dayAt, momentAt } from '@matterbase/schemas/reading'
import { firmFormat, firmTimeZone } from '../../api/firm-format.ts'
import { dayFromToday } from '../../components/values/formats.ts'

/** A day in the firm's time zone: `2026-03-14`. */
export type Day = string

export const dayOf = (moment: Date): Day => dayAt(moment, firmTimeZone())

export const today = (): Day => dayFromToday()

/** A day as a UTC date, for calendar arithmetic. */
const dateOf = (day: Day) => new Date(`${day}T00:00:00Z`)

/** The first minute of a day in the firm's time zone, also if the clock changes at midnight. */
export const startOf = (day: Day): Date => momentAt(day, '00:00', firmTimeZone())

/** The moment of a local time in the firm's time zone. */
export const timeOn = (day: Day, time: string): Date => momentAt(day, time, firmTimeZone())

/** The Monday of a day's week. */
export const mondayOf = (day: Day): Day => addDays(day, -((dateOf(day).getUTCDay() + 6) % 7))

export const weekOf = (day: Day): readonly Day[] =>
  Array.from({ length: 7 }, (_, index) => addDays(mondayOf(day), index))

/** The span of `count` days, starting with `day`. */
export const spanOf = (day: Day, count: number) => ({
  from: startOf(day).toISOString(),
  to: startOf(addDays(day, count)).toISOString(),
})

const words = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const

const written = (day: Day, more: Intl.DateTimeFormatOptions = {}) =>
  dateOf(day).toLocaleDateString(firmFormat().locale, { ...words, ...more })

/** `Sat 14 Mar` in the firm's locale. */
export const shortDay = (day: Day) => written(day)
export const longDay = (day: Day) => written(day, { weekday: 'long', month: 'long', year: 'numeric' })
