import type { Manner } from '../dash/writing.ts'
import { isDay, readDay } from './day.ts'
import { readMoment } from './moment.ts'
import { spreadsheetOf } from './spreadsheet.ts'

/** Yes and no as spreadsheets of a language write them. */
const flags: Readonly<Record<string, readonly [string, string]>> = {
  de: ['WAHR', 'FALSCH'], fr: ['VRAI', 'FAUX'], es: ['VERDADERO', 'FALSO'], it: ['VERO', 'FALSO'], nl: ['WAAR', 'ONWAAR'],
} // prettier-ignore

const momentText = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

type Value = string | number | boolean | null

/** Writes values for spreadsheets in the firm's locale. A value that a spreadsheet would change is written as it is. */
export function spreadsheetWriter(manner: Manner & { readonly timeZone: string }, now: Date) {
  const { decimal } = spreadsheetOf(manner.locale)
  const { language } = new Intl.Locale(manner.locale)
  const [yes, no] = flags[language] ?? ['TRUE', 'FALSE']
  const parts = {
    calendar: 'gregory',
    numberingSystem: 'latn',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  } as const
  const day = new Intl.DateTimeFormat(manner.locale, { ...parts, timeZone: 'UTC' })
  const date = new Intl.DateTimeFormat(manner.locale, { ...parts, timeZone: manner.timeZone })
  const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: manner.timeZone })
  const today = now.toISOString().slice(0, 10)

  function momentIn(value: string, isExact: boolean): string {
    const moment = new Date(value)
    const text = `${date.format(moment)} ${clock.format(moment)}`
    const meant = isExact ? value : `${value.slice(0, 20)}000Z`
    return readMoment(text, manner, now).value === meant ? text : value
  }
  function dayIn(value: string): string {
    const text = day.format(new Date(`${value}T00:00:00Z`))
    return readDay(text, manner, today).value === value ? text : value
  }

  /** A `stamp` is read-only, so its milliseconds are left out. */
  return (kind: 'day' | 'moment' | 'stamp' | 'other', value: Value): Value => {
    if (typeof value === 'boolean') return value ? yes : no
    if (typeof value === 'number')
      return decimal === ',' && !Number.isInteger(value) ? String(value).replace('.', ',') : value
    if (value === null) return null
    if ((kind === 'moment' || kind === 'stamp') && momentText.test(value)) return momentIn(value, kind === 'moment')
    return kind === 'day' && isDay(value) ? dayIn(value) : value
  }
}
