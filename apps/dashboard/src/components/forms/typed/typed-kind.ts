import { hoursText, isDay, readDay, readDuration, readNumber, writeReading } from '@matterbase/schemas/reading'
import type { NumberKind, Reading } from '@matterbase/schemas/reading'
import { writerOf } from '@matterbase/schemas/writing'
import { mannerNow, writerNow } from '../../../api/manner.ts'
import { dayFromToday } from '../../values/formats.ts'
import { decimalText } from './typed-value.ts'

/** How what is typed into a box is read and written, by the firm's locale. */
export interface TypedKind {
  readonly read: (typed: string) => Reading<string>
  /** A value as the firm writes it, in the box. */
  readonly write: (value: string) => string
  /** The same as a sentence says it, with its unit. */
  readonly say: (value: string) => string
  /** In the box behind the value: `€`. */
  readonly suffix?: string | undefined
  readonly inputMode: 'decimal' | 'text'
}

function numberKind(kind: NumberKind, suffix?: string): TypedKind {
  return {
    read: (typed) => readNumber(typed, mannerNow(), kind),
    write: (value) => writtenInBox(value, kind),
    say: (value) => writeReading(value, mannerNow(), kind),
    suffix,
    inputMode: 'decimal',
  }
}

/** As money is written, without the sign of the currency, which the box has as its suffix. */
function writtenInBox(value: string, { of, currency = null }: NumberKind): string {
  const { locale } = mannerNow()
  const figure = value as `${number}`
  if (of !== 'money' || currency === null) {
    const least = of === 'money' ? { minimumFractionDigits: 2 } : {}
    return new Intl.NumberFormat(locale, { ...least, maximumFractionDigits: 20 }).format(figure)
  }
  const least = new Intl.NumberFormat(locale, { style: 'currency', currency }).resolvedOptions().minimumFractionDigits
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: least ?? 2,
    maximumFractionDigits: 20,
  })
    .formatToParts(figure)
    .filter(({ type }) => type !== 'currency')
    .map(({ value: part }) => part)
    .join('')
    .trim()
}

function signOf(currency: string | null): string | undefined {
  if (currency === null) return undefined
  const parts = new Intl.NumberFormat(mannerNow().locale, { style: 'currency', currency }).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value
}

interface MoneyOptions {
  /** Default: that of the firm. */
  readonly currency?: string | null | undefined
  /** Refuses more decimal places than the currency has: what is paid, not what one of many costs. */
  readonly isExact?: boolean
  /** Behind the sign of the currency: `/h`. */
  readonly per?: string
  /** Default true: the box shows the sign of the currency. */
  readonly hasSign?: boolean
  /** What is taken off: a discount, an advance. Default false. */
  readonly canBeNegative?: boolean
}

const mostMoney = 1e12

export function money(options: MoneyOptions = {}) {
  const { currency = mannerNow().currency, isExact, per = '', hasSign = true, canBeNegative } = options
  const sign = hasSign ? signOf(currency) : undefined
  return numberKind({ of: 'money', currency, isExact, canBeNegative, most: mostMoney }, sign && `${sign}${per}`)
}

export const number = (most = mostMoney) => numberKind({ most })

export const percent = () => numberKind({ of: 'percent', most: 100 }, '%')

const hoursWritten = (value: string) => hoursText(Number(value), mannerNow())

/** Hours; the value is a decimal: `1.25`. */
export function duration(): TypedKind {
  return {
    read(typed) {
      const reading = readDuration(typed, mannerNow())
      if (reading.value === undefined)
        return { message: reading.message, readings: reading.readings.map((hours) => decimalText(hours)) }
      return { value: reading.value === null ? null : decimalText(reading.value) }
    },
    write: hoursWritten,
    say: hoursWritten,
    inputMode: 'text',
  }
}

/** A day; the value is `2026-03-14`. */
export function day(): TypedKind {
  return {
    read: (typed) => readDay(typed, mannerNow(), dayFromToday()),
    write: (value) => (isDay(value) ? writerNow().day(value) : value),
    say: (value) => dayInWords(value),
    inputMode: 'text',
  }
}

/** `Fri 1 Jan 2027` */
function dayInWords(value: string): string {
  const weekday = new Intl.DateTimeFormat(mannerNow().locale, { weekday: 'short', timeZone: 'UTC' })
  const { day } = writerOf(mannerNow())
  return isDay(value) ? `${weekday.format(new Date(`${value}T00:00:00Z`))} ${day(value)}` : value
}
