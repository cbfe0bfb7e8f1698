/** A day in the reader's own time zone: `2026-03-14`. */
export type Day = string

const pad = (value: number) => String(value).padStart(2, '0')

export const dayOf = (moment: Date): Day =>
  `${moment.getFullYear()}-${pad(moment.getMonth() + 1)}-${pad(moment.getDate())}`

export const today = (): Day => dayOf(new Date())

/** When a day begins, where the reader is. */
export function startOf(day: Day): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date)
}

export function addDays(day: Day, count: number): Day {
  const start = startOf(day)
  return dayOf(new Date(start.getFullYear(), start.getMonth(), start.getDate() + count))
}

export const isDay = (text: string | undefined): text is Day =>
  /^\d{4}-\d\d-\d\d$/.test(text ?? '') && dayOf(startOf(text ?? '')) === text

/** The Monday of a day's week. */
export const mondayOf = (day: Day): Day => addDays(day, -((startOf(day).getDay() + 6) % 7))

export const weekOf = (day: Day): readonly Day[] =>
  Array.from({ length: 7 }, (_, index) => addDays(mondayOf(day), index))

/** The span of `count` days from a day on, for the server. */
export const spanOf = (day: Day, count: number) => ({
  from: startOf(day).toISOString(),
  to: startOf(addDays(day, count)).toISOString(),
})

const short = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short' })
const long = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })

/** `Sat 14 Mar` */
export const shortDay = (day: Day) => short.format(startOf(day))
export const longDay = (day: Day) => long.format(startOf(day))
