/** In the reader's own time zone; the language is English throughout. */
const locale = 'en-GB'

const amount = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const count = new Intl.NumberFormat(locale)
const date = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' })
const dateTime = new Intl.DateTimeFormat(locale, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long' })
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** `1,250.50`; null → `–`. Amounts have no currency: the workspace has one. */
export const formatMoney = (value: number | null | undefined) => (value == null ? '–' : amount.format(value))

/** `1 204` */
export const formatCount = (value: number) =>
  count.formatToParts(value).reduce((text, part) => text + (part.type === 'group' ? '\u202f' : part.value), '')

/** A calendar date, `2026-03-14` → `14 Mar 2026`, the same in every time zone. */
export function formatDate(value: string | null | undefined): string {
  if (!value) return '–'
  const [year = 0, month = 1, day = 1] = value.slice(0, 10).split('-').map(Number)
  return date.format(value.length > 10 ? new Date(value) : new Date(year, month - 1, day))
}

export const formatDateTime = (value: string | null | undefined) => (value ? dateTime.format(new Date(value)) : '–')

export const formatExact = (value: string) => exact.format(new Date(value))

/** Hours as they are stored, `1.2` → `1 h 12 min`. */
export function formatHours(hours: number | null | undefined): string {
  if (hours == null) return '–'
  const minutes = Math.round(hours * 60)
  const [whole, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (whole === 0) return `${rest} min`
  return rest === 0 ? `${whole} h` : `${whole} h ${rest} min`
}

const pad = (value: number) => String(Math.floor(value)).padStart(2, '0')

/** `0:42:07` for something that runs. */
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
