import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { addDays, dayAt, momentAt, momentsAt, readDay, readMoment } from '../src/reading/index.ts'

const mannerOf = (locale: string) => ({ locale, currency: null, timeZone: null })
const read = (locale: string, text: string) => readDay(text, mannerOf(locale), '2026-11-27')

describe('a day as people write it', () => {
  it.each([
    ['de-DE', '31.12.2026', '2026-12-31'],
    ['de-DE', '1.1.27', '2027-01-01'],
    ['de-DE', '12.05.98', '1998-05-12'],
    ['de-DE', '14.3.', '2026-03-14'],
    ['de-DE', '14. März 2026', '2026-03-14'],
    ['de-DE', 'Fr., 14. März 2026', '2026-03-14'],
    ['de-AT', '1. Jänner 2026', '2026-01-01'],
    ['de-DE', 'heute', '2026-11-27'],
    ['de-DE', 'gestern', '2026-11-26'],
    ['fr-FR', 'demain', '2026-11-28'],
    ['de-DE', '+14', '2026-12-11'],
    ['de-DE', '−1', '2026-11-26'],
    ['en-GB', '14/3/26', '2026-03-14'],
    ['en-GB', '14 mar', '2026-03-14'],
    ['en-US', '3/14/26', '2026-03-14'],
    ['en-US', 'Mar 14, 2026', '2026-03-14'],
    ['en-US', '2026-03-14', '2026-03-14'],
    ['fr-FR', '1er janvier 2026', '2026-01-01'],
    ['es-ES', '14 de marzo de 2026', '2026-03-14'],
    ['sv-SE', '2026-03-14', '2026-03-14'],
    ['ja-JP', '2026年3月14日', '2026-03-14'],
    ['de-DE', '20260314', '2026-03-14'],
    ['de-DE', '29.2.2028', '2028-02-29'],
  ])('in %s %s is %s', (locale, text, day) => {
    expect(read(locale, text)).toEqual({ value: day })
  })

  it.each([
    ['next', '15.1.', '2027-01-15'],
    ['next', '27.11.', '2026-11-27'],
    ['next', '26.11.', '2027-11-26'],
    ['next', '29.2.', '2028-02-29'],
    ['next', '5. Jan', '2027-01-05'],
    ['last', '15.1.', '2026-01-15'],
    ['last', '27.11.', '2026-11-27'],
    ['last', '28.11.', '2025-11-28'],
    ['last', '29.2.', '2024-02-29'],
    ['nearest', '15.1.', '2027-01-15'],
    ['nearest', '15.10.', '2026-10-15'],
    ['nearest', '2.6.', '2026-06-02'],
    ['this', '15.1.', '2026-01-15'],
  ] as const)('without a year is the %s one: %s', (missingYear, text, day) => {
    expect(readDay(text, mannerOf('de-DE'), '2026-11-27', missingYear)).toEqual({ value: day })
    expect(readDay(day, mannerOf('de-DE'), '2026-11-27', missingYear)).toEqual({ value: day })
  })

  it.each([
    ['de-DE', '31.11.2026', 'November 2026 has 30 days, not 31.'],
    ['en-GB', '29 Feb 2027', 'February 2027 has 28 days, not 29.'],
    ['de-DE', '1.13.2026', 'Months are 1 to 12, not 13.'],
    ['en-US', '13/4/26', 'Months are 1 to 12, not 13.'],
    ['de-DE', '1.1.1899', 'Enter a day in the years 1900 to 2200.'],
    ['de-DE', 'abc', 'Enter a day such as 27. Nov. 2026.'],
    ['de-DE', '14', 'Enter a day such as 27. Nov. 2026.'],
    ['de-DE', '14:30', 'Enter a day such as 27. Nov. 2026.'],
  ])('in %s %s is refused with the reason', (locale, text, message) => {
    expect(read(locale, text)).toEqual({ message, readings: [] })
  })

  it.each([
    ['en-US', '3.4.26'],
    ['sv-SE', '3/4/2026'],
    ['en-CA', '3/4/2026'],
  ])('in %s %s can be either of two', (locale, text) => {
    expect(read(locale, text)).toMatchObject({ readings: ['2026-04-03', '2026-03-04'] })
  })
})

describe('a moment as people write it', () => {
  const moment = (locale: string, text: string) =>
    readMoment(text, { ...mannerOf(locale), timeZone: 'Europe/Berlin' }, new Date('2026-11-27T12:00:00Z'))

  it.each([
    ['de-DE', '23.11.2026 14:30', '2026-11-23T13:30:00.000Z'],
    ['de-DE', '23.11.2026, 14:30 Uhr', '2026-11-23T13:30:00.000Z'],
    ['de-DE', '23.11.2026', '2026-11-23T08:00:00.000Z'],
    ['en-US', '11/23/2026 2:30 PM', '2026-11-23T13:30:00.000Z'],
    ['en-US', '11/23/2026 12:05 am', '2026-11-22T23:05:00.000Z'],
    ['fr-FR', '23/11/2026 14h30', '2026-11-23T13:30:00.000Z'],
    ['de-DE', '2026-11-23T14:30', '2026-11-23T13:30:00.000Z'],
    ['de-DE', '2026-11-23T14:30:05Z', '2026-11-23T14:30:05.000Z'],
    ['de-DE', '2026-11-23 14:30:05+02:00', '2026-11-23T12:30:05.000Z'],
  ])('in %s %s is %s', (locale, text, value) => {
    expect(moment(locale, text)).toEqual({ value })
  })

  it('is refused where clocks never showed it, or showed it twice', () => {
    expect(moment('de-DE', '29.03.2026 02:30')).toEqual({
      message: '02:30 on 29. März 2026 does not exist, because clocks were put forward. Enter another time.',
      readings: [],
    })
    expect(moment('de-DE', '25.10.2026 02:30')).toMatchObject({
      readings: ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'],
    })
    expect(moment('de-DE', '23.11.2026 25:00')).toMatchObject({ message: '25:00 is not a time of day.' })
    expect(moment('de-DE', '31.11.2026 10:00')).toMatchObject({ message: 'November 2026 has 30 days, not 31.' })
  })
})

describe('the clocks of a zone', () => {
  it.each([
    ['Europe/Berlin', '2026-03-14', '2026-03-13T23:00:00.000Z'],
    ['America/Los_Angeles', '2026-11-21', '2026-11-21T08:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-01-01', '2025-12-31T10:00:00.000Z'],
    ['Etc/GMT+12', '2026-01-01', '2026-01-01T12:00:00.000Z'],
    ['Asia/Kathmandu', '2026-01-01', '2025-12-31T18:15:00.000Z'],
    // Clocks go forward at midnight: the day begins at one o'clock.
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
    // And back: it begins when they show midnight for the first time.
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
  ])('a day begins in %s, %s at %s', (zone, day, moment) => {
    const start = momentAt(day, '00:00', zone)
    expect(start.toISOString()).toBe(moment)
    expect([dayAt(new Date(start.getTime() - 1), zone), dayAt(start, zone)]).toEqual([addDays(day, -1), day])
  })

  it('show a time once, twice or never', () => {
    const berlin = (day: string) => momentsAt(day, '02:30', 'Europe/Berlin').length
    expect(['2026-03-28', '2026-03-29', '2026-10-25'].map(berlin)).toEqual([1, 0, 2])
  })
})

it('stores every day that is typed in any of 40 browser zones as that day', async () => {
  // The zone of a process is set where it is one of its own.
  const file = fileURLToPath(new URL('days-in-zones.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [file])
  expect(JSON.parse(stdout)).toEqual({ zones: 40, tried: 10_000, wrong: [] })
})
