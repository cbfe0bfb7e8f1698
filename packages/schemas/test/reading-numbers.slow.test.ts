import { describe, expect, it } from 'vitest'
import { readNumber } from '../src/reading/index.ts'
import type { NumberKind } from '../src/reading/index.ts'
import { digitsOf, writerOf } from '../src/dash/writing.ts'
import { cases, randomFrom } from './random.ts'

const currencies = {
  'de-DE': 'EUR', 'de-AT': 'EUR', 'de-CH': 'CHF', 'en-GB': 'GBP', 'en-US': 'USD', 'en-IN': 'INR', 'fr-FR': 'EUR',
  'fr-CH': 'CHF', 'es-ES': 'EUR', 'it-IT': 'EUR', 'nl-NL': 'EUR', 'pl-PL': 'PLN', 'sv-SE': 'SEK', 'ja-JP': 'JPY',
} as const // prettier-ignore

const mannerOf = (locale: string, currency: string | null = null) => ({ locale, currency, timeZone: null })

const read = (locale: keyof typeof currencies, text: string, kind: NumberKind = {}) => {
  const currency = currencies[locale]
  return readNumber(text, mannerOf(locale, currency), { of: 'money', currency, ...kind })
}

describe('an amount as people write it', () => {
  it.each([
    ['de-DE', '1.500', '1500'],
    ['de-DE', '1,234', '1.234'],
    ['de-DE', '1.234,56 €', '1234.56'],
    ['de-DE', '€ 1.234,56', '1234.56'],
    ['de-DE', 'EUR 1.234,56', '1234.56'],
    ['de-DE', '1.234,56 Euro', '1234.56'],
    ['de-DE', '1\u00A0234,56\u202F€', '1234.56'],
    ['de-DE', '12.000', '12000'],
    ['de-DE', '1,500.00', '1500'],
    ['de-DE', '1.50', '1.5'],
    ['de-DE', '0.500', '0.5'],
    ['de-DE', '1.500.000', '1500000'],
    ['de-DE', '100,-', '100'],
    ['de-AT', '€ 1.500', '1500'],
    ['de-CH', "CHF 1'234.50", '1234.5'],
    ['de-CH', 'Fr. 1’234.–', '1234'],
    ['en-GB', '£1,500', '1500'],
    ['en-GB', '1.500,00', '1500'],
    ['en-IN', '₹12,34,567.50', '1234567.5'],
    ['fr-FR', '1 234,50 €', '1234.5'],
    ['sv-SE', '1 234,50 kr', '1234.5'],
    ['ja-JP', '￥１，５００', '1500'],
  ] as const)('in %s %s is %s', (locale, text, value) => {
    expect(read(locale, text)).toEqual({ value })
  })

  it.each([
    ['en-GB', '1.500', 'Can be read in two ways. Do you mean £1,500.00 or £1.50?', ['1500', '1.5']],
    ['fr-FR', '1.500', 'Can be read in two ways. Do you mean 1 500,00 € or 1,50 €?', ['1500', '1.5']],
    [
      'de-DE',
      '1234.567',
      'Can be read in two ways. Do you mean 1.234.567,00 € or 1.234,567 €?',
      ['1234567', '1234.567'],
    ],
    ['de-DE', '$ 5', 'This amount is in EUR. Leave out “$”.', []],
    ['de-DE', 'USD 5', 'This amount is in EUR. Leave out “USD”.', []],
    ['de-DE', '-5', 'Must not be less than 0. Enter it without a minus.', []],
    ['de-DE', 'abc', 'Enter an amount such as 1.234,50.', []],
    ['de-DE', '12.34.56', 'Enter an amount such as 1.234,50.', []],
    ['de-DE', '1e5', 'Enter an amount such as 1.234,50.', []],
    ['de-DE', '5 h', 'Enter an amount such as 1.234,50.', []],
  ] as const)('in %s %s is refused', (locale, text, message, readings) => {
    const { message: said, ...rest } = read(locale, text) as { message: string; readings: string[] }
    expect({ message: said.replaceAll(/[\u00A0\u202F]/g, ' '), ...rest }).toEqual({ message, readings })
  })

  it('an exact amount has no more decimal places than its currency', () => {
    expect(read('de-DE', '1.234,567', { isExact: true })).toMatchObject({ message: 'EUR has 2 decimal places.' })
    expect(read('de-DE', '1,234', { isExact: true })).toMatchObject({ readings: ['1234', '1.23'] })
    expect(read('de-DE', '1,2300', { isExact: true })).toEqual({ value: '1.23' })
    expect(read('ja-JP', '1.5', { isExact: true })).toMatchObject({ message: 'JPY has no decimal places.' })
  })

  it('is negative where it may be', () => {
    for (const text of ['-100,00', '−100', '100,00-', '(100,00)', '-€ 100', '€ -100', '–100 EUR'])
      expect([text, read('de-DE', text, { canBeNegative: true })]).toEqual([text, { value: '-100' }])
    expect(read('de-DE', '--1', { canBeNegative: true })).toMatchObject({ readings: [] })
    expect(read('de-DE', '-0')).toEqual({ value: '0' })
  })

  it('is nothing where nothing was typed', () => {
    expect([read('de-DE', ''), read('de-DE', ' \u00A0')]).toEqual([{ value: null }, { value: null }])
  })
})

describe('other numbers', () => {
  it.each([
    ['19,0 %', '19'],
    ['19\u202F%', '19'],
    ['7.5', '7.5'],
  ])('%s percent is %s', (text, value) => {
    expect(readNumber(text, mannerOf('de-DE'), { of: 'percent', most: 100 })).toEqual({ value })
  })

  it('the greatest value that a box takes decides between two readings', () => {
    expect(readNumber('1.500', mannerOf('en-GB'), { of: 'percent', most: 100 })).toEqual({ value: '1.5' })
    expect(readNumber('1.500', mannerOf('en-GB'))).toMatchObject({ readings: ['1500', '1.5'] })
    expect(readNumber('101', mannerOf('en-GB'), { of: 'percent', most: 100 })).toMatchObject({
      message: 'Enter at most 100%.',
    })
  })

  it('a sign of money or percent is refused where there is none', () => {
    expect(readNumber('5 €', mannerOf('de-DE'))).toMatchObject({ readings: [] })
    expect(readNumber('5 %', mannerOf('de-DE'))).toMatchObject({ message: 'Enter a number without %.' })
  })
})

/** A decimal with so many places, of one to nine digits before the point. */
function decimal(random: () => number, places: number) {
  const whole = String(Math.floor(random() * 10 ** (1 + Math.floor(random() * 9))))
  const fraction = Array.from({ length: places }, () => Math.floor(random() * 10)).join('')
  return { text: places > 0 ? `${whole}.${fraction}` : whole, plain: plain(whole, fraction) }
}

const plain = (whole: string, fraction: string) => {
  const rest = fraction.replace(/0+$/, '')
  return rest ? `${whole}.${rest}` : whole
}

it.each(Object.keys(currencies) as (keyof typeof currencies)[])(
  'reads every amount that Intl writes in %s as itself',
  (locale) => {
    const random = randomFrom(46)
    const wrong: string[] = []
    // With the currency of the country, one of 0 and one of 3 digits, and none.
    const writers = [currencies[locale], 'JPY', 'KWD', null].map((currency) => {
      const digits = digitsOf(currency)
      const numbers = new Intl.NumberFormat(locale, { minimumFractionDigits: digits })
      return { currency, digits, numbers, writer: writerOf(mannerOf(locale, currency)) }
    })
    for (let count = 0; count < cases; count++) {
      const { currency, digits, numbers, writer } = writers[count % writers.length] as (typeof writers)[number]
      const { text, plain } = decimal(random, digits)
      const written = writer.money(text)
      // In the locale's numbers, without the sign of the currency.
      const bare = numbers.format(text as `${number}`)
      const kind = { of: 'money', currency, isExact: true } as const
      for (const typed of [written, bare, ` ${bare} ${currency ?? ''}`])
        if (readNumber(typed, mannerOf(locale, currency), kind).value !== plain) wrong.push(typed)
      const minus = writer.money(`-${text}`)
      const { value } = readNumber(minus, mannerOf(locale, currency), { ...kind, canBeNegative: true })
      if (value !== (plain === '0' ? '0' : `-${plain}`)) wrong.push(minus)
    }
    expect(wrong).toEqual([])
  },
)

it.each(Object.keys(currencies) as (keyof typeof currencies)[])(
  'reads every number that Intl writes in %s as itself, or offers it',
  (locale) => {
    const random = randomFrom(47)
    const wrong: string[] = []
    const writer = writerOf(mannerOf(locale))
    for (let count = 0; count < cases; count++) {
      const { text, plain } = decimal(random, Math.floor(random() * 8))
      const typed = writer.number(text)
      const reading = readNumber(typed, mannerOf(locale))
      // Only a lone point before three digits is left open.
      const isLeftOpen = reading.value === undefined && /^[1-9]\d{0,2}\.\d{3}$/.test(typed)
      const offered = isLeftOpen ? reading.readings.at(-1) : reading.value
      if (offered !== plain) wrong.push(typed)
    }
    expect(wrong).toEqual([])
  },
)
