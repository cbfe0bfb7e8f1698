import { describe, expect, it } from 'vitest'
import { readDay, readFlag, readMoment, readNumber, spreadsheetOf, spreadsheetWriter } from '../src/reading/index.ts'

const now = new Date('2026-11-27T12:00:00Z')
const firm = (locale: string) => ({ locale, currency: 'EUR', timeZone: 'Europe/Berlin' })

describe.each([
  ['de-DE', ';', '14.03.2026', '14.03.2026 10:30:15', '1,5', 'WAHR'],
  ['fr-FR', ';', '14/03/2026', '14/03/2026 10:30:15', '1,5', 'VRAI'],
  ['en-GB', ',', '14/03/2026', '14/03/2026 10:30:15', 1.5, 'TRUE'],
  ['en-US', ',', '03/14/2026', '03/14/2026 10:30:15', 1.5, 'TRUE'],
  ['de-CH', ';', '14.03.2026', '14.03.2026 10:30:15', 1.5, 'WAHR'],
])('a spreadsheet in %s', (locale, delimiter, day, moment, number, yes) => {
  const manner = firm(locale)
  const write = spreadsheetWriter(manner, now)

  it('reads days, moments, numbers and flags as its own, and so does the import', () => {
    expect(spreadsheetOf(locale).delimiter).toBe(delimiter)
    expect([
      write('day', '2026-03-14'),
      write('moment', '2026-03-14T09:30:15.000Z'),
      write('other', 1.5),
      write('other', true),
    ]).toEqual([day, moment, number, yes])
    expect(readDay(day, manner, '2026-11-27').value).toBe('2026-03-14')
    expect(readMoment(moment, manner, now).value).toBe('2026-03-14T09:30:15.000Z')
    expect(readNumber(String(number), manner).value).toBe('1.5')
    expect(readFlag(yes).value).toBe(true)
  })

  it('leaves out the milliseconds of stamps alone', () => {
    expect(write('stamp', '2026-03-14T09:30:15.123Z')).toBe(moment)
    expect(write('stamp', '2026-10-25T00:30:00.123Z')).toBe('2026-10-25T00:30:00.123Z')
  })

  it('keeps what cannot be written exactly as it is', () => {
    for (const value of ['2026-03-14T09:30:15.123Z', '2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'])
      expect(write('moment', value)).toBe(value)
    for (const [kind, value] of [
      ['other', 12],
      ['other', 'text'],
      ['other', null],
      ['day', 'soon'],
    ] as const)
      expect(write(kind, value)).toBe(value)
  })
})
