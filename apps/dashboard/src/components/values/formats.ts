import { addDays, dayAt, hoursText } from '@matterbase/schemas/reading'
import { bytesText, writerOf } from '@matterbase/schemas/writing'
import { firmFormat, firmTimeZone, firmWriter } from '../../api/firm-format.ts'

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

const writerIn = (currency: string | null) =>
  currency === firmFormat().currency ? firmWriter() : writerOf({ ...firmFormat(), currency })

/** `€1,250.50` in the given currency, by default the firm's. Null → `–`. */
export const formatMoney = (value: number | null | undefined, currency = firmFormat().currency) =>
  value == null ? '–' : writerIn(currency).money(value)

interface Sum {
  readonly amount: number
  readonly currency: string | null
}

/** The sum in the firm's currency. */
export const inFirmsMoney = (sums: readonly Sum[]) =>
  sums.find(({ currency }) => currency === firmFormat().currency)?.amount ?? 0

/** Sums in several currencies: `€1,250.50 + US$80.00`. */
export const formatSums = (sums: readonly Sum[]) =>
  sums.length === 0 ? formatMoney(0) : sums.map(({ amount, currency }) => formatMoney(amount, currency)).join(' + ')

/** An amount that has to be paid, which is never rounded. */
export const formatExactMoney = (value: number | string, currency = firmFormat().currency) =>
  writerIn(currency).exactMoney(value)

/** An amount without its currency and never rounded, with at least `digits` decimal places: `1,250.50`. */
export const formatDecimal = (value: string, digits: number) =>
  new Intl.NumberFormat(firmFormat().locale, { minimumFractionDigits: digits, maximumFractionDigits: 20 }).format(
    // Intl reads a decimal of any length.
    value as `${number}`,
  )

/** `1,204` */
export const formatCount = (value: number) => firmWriter().number(value)

/** `1536` → `1.5 KiB`. */
export const formatBytes = (value: number) => bytesText(value, firmFormat().locale)

interface Total {
  readonly total?: number | undefined
  readonly total_is_estimate?: true | undefined
}

/** The number of records in a list, if it was requested: `1,204`, or `about 1,250,000`. */
export function formatTotal({ total, total_is_estimate: isEstimate }: Total): string | undefined {
  if (total === undefined) return undefined
  // Only the first digits of an estimate are reliable.
  return isEstimate ? `about ${formatCount(Number(total.toPrecision(3)))}` : formatCount(total)
}

/** `2026-03-14` → `14 Mar 2026`, the same in every time zone. A moment becomes a day in the firm's time zone. */
export function formatDate(value: string | null | undefined): string {
  if (!value) return '–'
  return firmWriter().day(value.length > 10 ? dayAt(new Date(value), firmTimeZone()) : value)
}

export const formatDateTime = (value: string | null | undefined) =>
  value ? firmWriter().dateTime(new Date(value)) : '–'

/** The time of day of a moment: `14:02`. */
export function formatTime(value: string): string {
  const { locale, timeZone } = firmFormat()
  const zone = timeZone === null ? {} : { timeZone }
  return new Intl.DateTimeFormat(locale, { ...zone, hour: '2-digit', minute: '2-digit' }).format(new Date(value))
}

export const formatExact = (value: string) => firmWriter().full(new Date(value))

/** Today or a later day in the firm's time zone. */
export const dayFromToday = (days = 0) => addDays(dayAt(new Date(), firmTimeZone()), days)

/** `1.2` → `1 h 12 min` */
export function formatHours(hours: number | null | undefined): string {
  return hours == null ? '–' : hoursText(Math.round(hours * 60) / 60, firmFormat())
}

const pad = (value: number) => String(Math.floor(value)).padStart(2, '0')

/** The time of a running timer: `0:42:07`. */
export function formatClock(seconds: number): string {
  return `${Math.floor(seconds / 3600)}:${pad((seconds / 60) % 60)}:${pad(seconds % 60)}`
}

/** `84 ms`, `1.2 s` */
export const formatMilliseconds = (value: number | null | undefined) =>
  value == null ? '–' : value < 1000 ? `${Math.round(value)} ms` : `${(value / 1000).toFixed(1)} s`

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** `3 minutes ago`, `in 2 hours` */
export function formatRelative(value: string, now = Date.now()): string {
  const seconds = (new Date(value).getTime() - now) / 1000
  for (const [unit, size] of units)
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit)
  return Math.abs(seconds) < 5 ? 'now' : relative.format(Math.trunc(seconds), 'second')
}

/** `not billable` → `Not billable` */
export const titled = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
