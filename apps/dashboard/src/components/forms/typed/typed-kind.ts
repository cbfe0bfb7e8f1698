import { hoursText, isDay, readDay, readDuration, readNumber, writeReading } from '@matterbase/schemas/reading'
import type { MissingYear, NumberKind, Reading } from '@matterbase/schemas/reading'
import { writerOf } from '@matterbase/schemas/writing'
import { firmFormat, firmWriter } from '../../../api/firm-format.ts'
import { dayFromToday } from '../../values/formats.ts'
import { decimalText } from './typed-value.ts'

/** Reads and writes the value of a box in the firm's locale. */
export interface TypedKind {
  readonly read: (typed: string) => Reading<string>
  /** A value in the box. */
  readonly write: (value: string) => string
  /** A value in a sentence, with its unit. */
  readonly say: (value: string) => string
  /** True for a value that the user should look at: a day of another year. */
  readonly isNoted?: ((value: string) => boolean) | undefined
  /** After the value, in the box: `€`. */
  readonly suffix?: string | undefined
  readonly inputMode: 'decimal' | 'text'
}

function numberKind(kind: NumberKind, suffix?: string): TypedKind {
  return {
    read: (typed) => readNumber(typed, firmFormat(), kind),
    write: (value) => writtenInBox(value, kind),
    say: (value) => writeReading(value, firmFormat(), kind),
    suffix,
    inputMode: 'decimal',
  }
}

/** Formats money without the sign of the currency, because the box has it as a suffix. */
function writtenInBox(value: string, { of, currency = null }: NumberKind): string {
  const { locale } = firmFormat()
  // Intl reads a decimal of any length.
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
  const parts = new Intl.NumberFormat(firmFormat().locale, { style: 'currency', currency }).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value
}

interface MoneyOptions {
  /** Default: the firm's currency. */
  readonly currency?: string | null | undefined
  /** Refuses more decimal places than the currency has, for payments. Unit prices can have more. */
  readonly isExact?: boolean
  /** After the sign of the currency: `/h`. */
  readonly per?: string
  /** True if the box has the sign of the currency. Default true. */
  readonly hasSign?: boolean
  /** For discounts and advances. Default false. */
  readonly canBeNegative?: boolean
}

const maxMoney = 1e12

export function money(options: MoneyOptions = {}) {
  const { currency = firmFormat().currency, isExact, per = '', hasSign = true, canBeNegative } = options
  const sign = hasSign ? signOf(currency) : undefined
  return numberKind(
    { of: 'money', currency, isExact, canBeNegative, most: maxMoney, isPerHour: per === '/h' },
    sign && `${sign}${per}`,
  )
}

export const number = (max = maxMoney) => numberKind({ most: max })

export const percent = () => numberKind({ of: 'percent', most: 100 }, '%')

const hoursWritten = (value: string) => hoursText(Number(value), firmFormat())

/** Hours. The value is a decimal such as `1.25`. */
export function duration(): TypedKind {
  return {
    read(typed) {
      const reading = readDuration(typed, firmFormat())
      if (reading.value === undefined)
        return { message: reading.message, readings: reading.readings.map((hours) => decimalText(hours)) }
      return { value: reading.value === null ? null : decimalText(reading.value) }
    },
    write: hoursWritten,
    say: hoursWritten,
    inputMode: 'text',
  }
}

/** A day. The value is an ISO date such as `2026-03-14`. */
export function day(missingYear: MissingYear = 'nearest'): TypedKind {
  return {
    read: (typed) => readDay(typed, firmFormat(), dayFromToday(), missingYear),
    write: (value) => (isDay(value) ? firmWriter().day(value) : value),
    say: (value) => dayInWords(value),
    isNoted: (value) => value.slice(0, 4) !== dayFromToday().slice(0, 4),
    inputMode: 'text',
  }
}

/** `Fri 1 Jan 2027` */
function dayInWords(value: string): string {
  const weekday = new Intl.DateTimeFormat(firmFormat().locale, { weekday: 'short', timeZone: 'UTC' })
  const { day } = writerOf(firmFormat())
  return isDay(value) ? `${weekday.format(new Date(`${value}T00:00:00Z`))} ${day(value)}` : value
}
