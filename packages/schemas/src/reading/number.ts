import { digitsOf, writerOf } from '../dash/writing.ts'
import type { Manner } from '../dash/writing.ts'
import { readFigures } from './figures.ts'
import { notationOf, plainSeparator } from './notation.ts'
import { latinDigits, plainText, refused, understood } from './reading.ts'
import type { Reading } from './reading.ts'

export interface NumberKind {
  /** `money` takes the sign of its currency, `percent` takes `%`. Default: a bare number. */
  readonly of?: 'money' | 'percent' | undefined
  /** The currency of money, ISO 4217. Null for other numbers. */
  readonly currency?: string | null | undefined
  /** Refuses more decimal places than the currency has. */
  readonly isExact?: boolean | undefined
  readonly canBeNegative?: boolean | undefined
  readonly most?: number | undefined
  /** Takes the unit of a rate, such as `/h`. */
  readonly isPerHour?: boolean | undefined
}

/** `/h`, ` pro Stunde`, ` per hour` at the end. */
const perHour =
  /\s*(?:\/|\b(?:pro|per|je|par|por|all'|a|al|na|za)\b)\s*(?:h|hr|hour|std|stunde|heure|hora|ora|uur|godz|godzinę)\.?\s*$/iu

const dashes = /[-−–—‐‑﹣]/g

/** `Fr. 100.–`: the sign before, the digits, and what follows them. */
const shape = /^(?<head>\D*?)(?<core>[.,٫]?\d(?:.*\d)?)(?<tail>\D*)$/s

const known = new Map<string, ReadonlySet<string>>()

/** The names of a currency in lower case: `€`, `eur`, `euro`, `euros`. */
function namesOf(currency: string, locale: string): ReadonlySet<string> {
  const found = known.get(`${locale} ${currency}`)
  if (found) return found
  const displays = ['symbol', 'narrowSymbol', 'code', 'name'] as const
  const written = [locale, 'en'].flatMap((language) =>
    displays.flatMap((currencyDisplay) =>
      [1, 2].flatMap((count) =>
        new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay })
          .formatToParts(count)
          .filter(({ type }) => type === 'currency')
          .map(({ value }) => bare(plainText(value))),
      ),
    ),
  )
  const names = new Set([...written, ...(aliases[currency] ?? [])])
  known.set(`${locale} ${currency}`, names)
  return names
}

/** Signs that people write and Intl does not. */
const aliases: Readonly<Record<string, readonly string[]>> = { CHF: ['fr', 'sfr'], INR: ['rs'] }

const bare = (text: string) => text.replaceAll(/[\s.]/g, '').toLowerCase()

/** Text around the digits that is neither a sign nor the unit of the box; undefined where all fits. */
function foreignIn(around: readonly string[], { of, currency = null }: NumberKind, locale: string) {
  const names = of === 'money' && currency !== null ? namesOf(currency, locale) : undefined
  return around.find((text) => {
    const unit = bare(text)
    if (unit === '') return false
    if (of === 'percent') return unit !== '%' && unit !== '٪'
    if (of === 'money') return names ? !names.has(unit) : !/^\p{Sc}$/u.test(unit)
    return true
  })
}

/** A number as the firm writes it, for messages: `1.234,50`. */
function figureExample({ locale, currency }: Manner, kind: NumberKind): string {
  const digits = kind.of === 'money' ? digitsOf(kind.currency ?? currency) : 1
  const value = kind.most !== undefined && kind.most < 1_000 ? 7.5 : 1234.5
  return new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value)
}

/** As a label of a reading: `1.500,00 €`. */
export function writeReading(value: string, manner: Manner, { of, currency = null }: NumberKind): string {
  const writer = writerOf({ ...manner, currency: of === 'money' ? currency : null })
  return of === 'money' ? writer.exactMoney(value) : of === 'percent' ? writer.percent(value) : writer.number(value)
}

/** A decimal rounded half up, which has no sign. */
function rounded(value: string, digits: number): string {
  const [whole = '0', fraction = ''] = value.split('.')
  const units =
    BigInt(whole + fraction.slice(0, digits).padEnd(digits, '0')) + (fraction.charAt(digits) >= '5' ? 1n : 0n)
  const text = String(units).padStart(digits + 1, '0')
  const rest = text.slice(text.length - digits).replace(/0+$/, '')
  return `${text.slice(0, text.length - digits)}${digits > 0 && rest !== '' ? `.${rest}` : ''}`
}

const placesIn = (value: string) => value.split('.')[1]?.length ?? 0

/**
 * A number as people write it, `1.234,50 €`, as a decimal with a point: `1234.5`. The firm's locale decides how it is
 * read; the notation of another locale is taken where it cannot be mistaken.
 */
export function readNumber(typed: string, manner: Manner, kind: NumberKind = {}): Reading<string> {
  // Cells of a spreadsheet come with a tab between them.
  if (/\S[\t\r\n\v\f]+\S/.test(typed.trim())) return refused('Contains several cells or lines. Enter one number.')
  const text = latinDigits(plainText(kind.isPerHour === true ? typed.replace(perHour, '') : typed))
  if (text === '') return understood<string>(null)
  const wrong = () => refused<string>(`Enter ${nounOf(kind)} such as ${figureExample(manner, kind)}.`)
  const found = shape.exec(text)?.groups
  if (!found) return wrong()
  let { head = '', core = '', tail = '' } = found
  // `Fr.100`: the point belongs to the sign.
  if (/\p{L}$/u.test(head) && /^[.,]/.test(core)) [head, core] = [head + core.charAt(0), core.slice(1)]
  // `100.–` and `100,--` are whole amounts.
  tail = tail.replace(/^[.,]\s*[-−–—]{0,2}/, '')
  const isBracketed = head.startsWith('(') && tail.endsWith(')')
  if (isBracketed) [head, tail] = [head.slice(1), tail.slice(0, -1)]
  const signs = (head + tail).match(/[-−–—‐‑﹣+]/g) ?? []
  if (signs.length > 1 || (isBracketed && signs.length > 0)) return wrong()
  const isNegative = isBracketed || (signs.length === 1 && signs[0] !== '+')
  const around = [head, tail].map((part) => part.replaceAll(dashes, '').replaceAll('+', ''))
  const foreign = foreignIn(around, kind, manner.locale)
  if (foreign !== undefined) return foreignUnit(foreign.trim(), kind) ?? wrong()
  const currencyDigits = kind.of === 'money' ? digitsOf(kind.currency ?? null) : undefined
  const figures = readFigures(plainSeparator(core), notationOf(manner.locale), currencyDigits)
  const signed = (value: string) => (isNegative && value !== '0' ? `-${value}` : value)
  const most = kind.most ?? Number.POSITIVE_INFINITY
  const possible = figures.readings.filter((value) => Number(value) <= most)
  const value = figures.value ?? (possible.length === 1 ? possible[0] : undefined)
  if (value === undefined && possible.length === 0) return wrong()
  if (isNegative && kind.canBeNegative !== true && value !== '0')
    return refused('Must not be less than 0. Enter it without a minus.')
  const inCurrency = (each: string) => signed(kind.isExact ? rounded(each, currencyDigits ?? 20) : each)
  if (value === undefined) return inTwoWays(possible.map(inCurrency), manner, kind)
  if (Number(value) > most) return refused(`Enter at most ${writeReading(String(most), manner, kind)}.`)
  if (kind.isExact && currencyDigits !== undefined && placesIn(value) > currencyDigits) {
    const asGroups = /^[1-9]\d{0,2}[.,]\d{3}$/.test(core) ? core.replace(/[.,]/, '') : undefined
    if (asGroups !== undefined) return inTwoWays([asGroups, value].map(inCurrency), manner, kind)
    return refused(tooFine(currencyDigits, kind))
  }
  return understood(signed(value))
}

const nounOf = ({ of }: NumberKind) => (of === 'money' ? 'an amount' : of === 'percent' ? 'a percentage' : 'a number')

/** A sign of another currency or unit. */
function foreignUnit(sign: string, { of, currency }: NumberKind): Reading<string> | undefined {
  if (of === 'money' && currency && (/^\p{Sc}$/u.test(sign) || /^[A-Z]{3}$/.test(sign)))
    return refused(`This amount is in ${currency}. Leave out “${sign}”.`)
  return sign === '%' ? refused('Enter a number without %.') : undefined
}

const tooFine = (digits: number, { currency }: NumberKind) =>
  `${currency ?? 'Amounts'} ${currency ? 'has' : 'have'} ${digits === 0 ? 'no' : digits} decimal places.`

function inTwoWays(readings: readonly string[], manner: Manner, kind: NumberKind): Reading<string> {
  const [first = '', second = ''] = readings.map((value) => writeReading(value, manner, kind))
  return refused(`Can be read in two ways. Do you mean ${first} or ${second}?`, readings)
}
