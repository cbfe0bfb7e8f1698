import { expect, it } from 'vitest'
import { digitsOf, writerOf } from '../src/dash/writing.ts'

const spaced = (text: string) => text.replaceAll(/[\u00A0\u202F]/g, ' ')

it.each([
  ['en-GB', null, '1,234.50', '14 Mar 2026'],
  ['en-US', 'USD', '$1,234.50', 'Mar 14, 2026'],
  ['de-DE', 'EUR', '1.234,50 €', '14. März 2026'],
  ['fr-FR', 'EUR', '1 234,50 €', '14 mars 2026'],
  ['ja-JP', 'JPY', '￥1,235', '2026年3月14日'],
  ['en-GB', 'KWD', 'KWD 1,234.500', '14 Mar 2026'],
] as const)('writes as in %s with %s', (locale, currency, money, day) => {
  const writer = writerOf({ locale, currency, timeZone: null })
  expect(spaced(writer.money(1234.5))).toBe(money)
  expect(writer.day('2026-03-14')).toBe(day)
})

it('knows currencies with 0, 2 and 3 digits', () => {
  expect([null, 'JPY', 'EUR', 'KWD'].map(digitsOf)).toEqual([2, 0, 2, 3])
})

it('loses no digit of a decimal', () => {
  const writer = writerOf({ locale: 'en-GB', currency: null, timeZone: null })
  expect(writer.exactMoney('9999999999999999.0625')).toBe('9,999,999,999,999,999.0625')
  expect(writer.exactMoney('12.3456780')).toBe('12.345678')
  expect(writer.number('0.00000010')).toBe('0.0000001')
})

it('says which day it is where the firm is', () => {
  const moment = new Date('2026-11-22T01:00:00Z')
  const dayIn = (timeZone: string) => writerOf({ locale: 'en-GB', currency: null, timeZone }).dayOf(moment)
  expect([dayIn('America/Los_Angeles'), dayIn('Asia/Tokyo')]).toEqual(['2026-11-21', '2026-11-22'])
})

it.each(['fa-IR', 'th-TH', 'ar-SA', 'am-ET', 'ja-JP-u-ca-japanese'])(
  'writes days of the Gregorian calendar in %s',
  (locale) => {
    const writer = writerOf({
      locale: `${locale}${locale.includes('-u-') ? '' : '-u'}-nu-latn`,
      currency: null,
      timeZone: 'UTC',
    })
    const moment = new Date('2026-03-14T09:30:00Z')
    for (const text of [writer.day('2026-03-14'), writer.date(moment), writer.dateTime(moment), writer.full(moment)])
      expect(text).toMatch(/\b2026\b.*\b14\b|\b14\b.*\b2026\b|2026年3月14/)
  },
)
