import { addDays, isDay } from '@matterbase/schemas/reading'
import { afterAll, expect, it } from 'vitest'
import { setFirmFormat } from '../src/api/firm-format.ts'
import { dayOf, mondayOf, shortDay, spanOf, startOf } from '../src/billing/time/days.ts'
import { formatDecimal } from '../src/components/values/formats.ts'

const inZone = (zone: string | null) => setFirmFormat({ locale: null, currency: null, time_zone: zone })
afterAll(() => inZone(null))

it.each([
  ['Europe/Berlin', '2026-03-14', '2026-03-13T23:00:00.000Z'],
  ['America/Los_Angeles', '2026-11-21', '2026-11-21T08:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-01-01', '2025-12-31T10:00:00.000Z'],
  ['Etc/GMT+12', '2026-01-01', '2026-01-01T12:00:00.000Z'],
  ['Asia/Kathmandu', '2026-01-01', '2025-12-31T18:15:00.000Z'],
  // Clocks go forward at midnight: the day begins at one o'clock.
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
])('a day begins in %s, %s at %s', (zone, day, moment) => {
  inZone(zone)
  const start = startOf(day)
  expect(start.toISOString()).toBe(moment)
  expect([dayOf(new Date(start.getTime() - 1)), dayOf(start)]).toEqual([addDays(day, -1), day])
})

it('a day is as long as the clocks of the firm make it', () => {
  inZone('Europe/Berlin')
  const hours = (day: string) => (Date.parse(spanOf(day, 1).to) - Date.parse(spanOf(day, 1).from)) / 3_600_000
  expect(['2026-03-28', '2026-03-29', '2026-10-25'].map(hours)).toEqual([24, 23, 25])
})

it('a week begins on Monday, and what is no day is none', () => {
  expect(['2026-11-22', '2026-11-23', '2027-01-01'].map(mondayOf)).toEqual(['2026-11-16', '2026-11-23', '2026-12-28'])
  expect(['2026-02-28', '2026-02-29', '2026-13-01', '26-01-01', '', undefined].map(isDay)).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
  ])
})

it('writes days and what an invoice comes to as the firm does', () => {
  const inWords = () => [shortDay('2026-03-09'), formatDecimal('1250.5', 2)]
  expect(inWords()).toEqual(['Mon 9 Mar', '1,250.50'])
  setFirmFormat({ locale: 'de-DE', currency: 'EUR', time_zone: null })
  expect(inWords()).toEqual(['Mo., 9. März', '1.250,50'])
})
