/** How a firm writes numbers, money and dates. */
export interface Manner {
  /** A BCP 47 tag. */
  readonly locale: string
  /** ISO 4217; null: amounts have no currency. */
  readonly currency: string | null
  /** IANA time zone; null: that of the reader. */
  readonly timeZone: string | null
}

/** A number, or a decimal as PostgreSQL writes it, of which no digit is lost. */
export type Figure = number | string

export type Writer = ReturnType<typeof writerOf>

export const defaultLocale = 'en-GB'

const knownDigits = new Map<string, number>()

/** Digits behind the point: JPY has 0, KWD 3; without a currency 2. */
export function digitsOf(currency: string | null): number {
  if (currency === null) return 2
  const found = knownDigits.get(currency)
  if (found !== undefined) return found
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions()
  knownDigits.set(currency, digits)
  return digits
}

// Intl accepts a decimal of any length as a string.
const as = (value: Figure) => value as `${number}`

/** The one way to write them, on screens and on paper. */
export function writerOf({ locale, currency, timeZone }: Manner) {
  const digits = digitsOf(currency)
  const money = { minimumFractionDigits: digits, ...(currency !== null && { style: 'currency' as const, currency }) }
  const rounded = new Intl.NumberFormat(locale, { ...money, maximumFractionDigits: digits })
  const exact = new Intl.NumberFormat(locale, { ...money, maximumFractionDigits: 20 })
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 })
  const percent = new Intl.NumberFormat(locale, { style: 'unit', unit: 'percent', maximumFractionDigits: 20 })
  // In every locale, because that is the calendar of invoices, and the one that boxes read.
  const calendar = 'gregory'
  const dayParts = { calendar, day: 'numeric', month: 'short', year: 'numeric' } as const
  const zone = timeZone === null ? {} : { timeZone }
  const day = new Intl.DateTimeFormat(locale, { ...dayParts, timeZone: 'UTC' })
  const date = new Intl.DateTimeFormat(locale, { ...dayParts, ...zone })
  const dateTime = new Intl.DateTimeFormat(locale, { ...dayParts, ...zone, hour: '2-digit', minute: '2-digit' })
  const full = new Intl.DateTimeFormat(locale, { ...zone, calendar, dateStyle: 'medium', timeStyle: 'long' })
  const isoDay = new Intl.DateTimeFormat('sv', { ...zone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return {
    /** `€1,250.50` */
    money: (value: Figure) => rounded.format(as(value)),
    /** The same, never rounded: what is to be paid. */
    exactMoney: (value: Figure) => exact.format(as(value)),
    /** `1,204.25`, never rounded. */
    number: (value: Figure) => number.format(as(value)),
    /** `19` → `19%`. */
    percent: (value: Figure) => percent.format(as(value)),
    /** A day of the calendar, `2026-03-14` → `14 Mar 2026`, the same wherever it is read. */
    day: (value: string) => day.format(new Date(`${value.slice(0, 10)}T00:00:00Z`)),
    /** From one day to another, with what both share said once. */
    days: (from: string, to: string) => day.formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`)),
    /** The day of a moment. */
    date: (moment: Date) => date.format(moment),
    dateTime: (moment: Date) => dateTime.format(moment),
    full: (moment: Date) => full.format(moment),
    /** The day of a moment as it is stored: `2026-03-14`. */
    dayOf: (moment: Date) => isoDay.format(moment),
  }
}

const byteUnits = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB']

/** `1536` → `1.5 KiB`. */
export function bytesText(bytes: number, locale = 'en-US'): string {
  const at = Math.min(byteUnits.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10))
  return `${(bytes / 1024 ** at).toLocaleString(locale, { maximumFractionDigits: 1 })} ${byteUnits[at]}`
}
