import { describe, expect, it } from 'vitest'
import { readDuration, readTimeLine } from '../src/reading/index.ts'
import { cases, randomFrom } from './random.ts'

const mannerOf = (locale: string) => ({ locale, currency: null, timeZone: null })

describe('a duration as people write it', () => {
  it.each([
    ['1h 12m', 1.2],
    ['1:12', 1.2],
    ['72min', 1.2],
    ['1.2h', 1.2],
    ['1.2', 1.2],
    ['1,2', 1.2],
    ['1h12m', 1.2],
    ['1h12', 1.2],
    ['1 h 12 min', 1.2],
    ['90m', 1.5],
    ['2h', 2],
    ['0:20', 0.333333],
    ['1 Std 15 Min', 1.25],
    ['1 Std. und 15 Min.', 1.25],
    ['1 Stunde, 15 Minuten', 1.25],
    ['0,5 Stunden', 0.5],
    ['15 Min.', 0.25],
    ['1 hour and 15 minutes', 1.25],
    ['1 heure 15 minutes', 1.25],
    ['1 hora y 15 minutos', 1.25],
    ['2 ore e 15 minuti', 2.25],
    ['2 uur 15 minuten', 2.25],
    ['2 godziny 15 minut', 2.25],
    ['5 godz. 15 min', 5.25],
    ['½', 0.5],
    ['½ h', 0.5],
    ['1½ Std', 1.5],
    ['1 1/2 h', 1.5],
    ["30'", 0.5],
    ['1:30:00', 1.5],
    ['PT1H30M', 1.5],
    ['.5h', 0.5],
  ])('%s is %d hours', (text, hours) => {
    expect(readDuration(text, mannerOf('en-GB'))).toEqual({ value: hours })
    expect(readTimeLine(`${text} Doe call`, mannerOf('de-DE'))).toEqual({ value: { hours, rest: 'Doe call' } })
  })

  it.each(['Doe call', '1:75', '0', '0h', '-1', '1..2', 'h', '12months', '1.2x', '1h75', '2 days', '3 Tage'])(
    '%s is refused without a guess',
    (text) => {
      expect(readTimeLine(text, mannerOf('de-DE'))).toEqual({ message: expect.any(String), readings: [] })
    },
  )

  it.each([
    ['90', [1.5, 90]],
    ['75', [1.25, 75]],
    ['1001', [16.683333]],
    ['1 Stdt', [1, 0.016667]],
    ['1 Sunde Besprechung', [1, 0.016667]],
    ['1 Stu. Besprechung', [1, 0.016667]],
    ['1 Uhr', [1, 0.016667]],
    ['1h 15 Briefe', [1.25, 1]],
    ['1.500', [25, 1.5]],
    ['1.500 h', [1.5]],
    ['1.500 Minuten', [25, 0.025]],
    ['1.30 Termin', [1.5, 1.3]],
    ['1.30', [1.5, 1.3]],
    ['0.45 Std', [0.75, 0.45]],
    ['14.12 Frist', [14.2, 14.12]],
    ['25:00', [0.416667, 25]],
    ['48:30 Gutachten', [0.808333, 48.5]],
    // How many there were, or for how long.
    ['2 Briefe diktiert', [2, 0.033333]],
    ['10 Seiten gelesen', [10, 0.166667]],
    ['2 letters', [2, 0.033333]],
    ['2 Mandanten', [2, 0.033333]],
    ['3 Jones', [3, 0.05]],
    ['1 Anruf', [1, 0.016667]],
    ['1 Minerva', [1, 0.016667]],
  ])('%s is asked about', (text, hours) => {
    const reading = readTimeLine(text, mannerOf('de-DE'))
    expect(reading.value === undefined && reading.readings.map((each) => each.hours)).toEqual(hours)
  })

  it.each([
    ['1,5 Jones', 1.5, 'Jones'],
    ['0,3 Anruf', 0.3, 'Anruf'],
    ['1.75 Müller', 1.75, 'Müller'],
    ['23:59 Nachtschicht', 23.983333, 'Nachtschicht'],
    ['25:00 h Gutachten', 25, 'Gutachten'],
  ])('%s is hours and a description', (text, hours, rest) => {
    expect(readTimeLine(text, mannerOf('de-DE'))).toEqual({ value: { hours, rest } })
  })

  it.each([
    ['1 Stunde, 20 Minuten: Besprechung', 1.333333, 'Besprechung'],
    ['1h: Telefonat', 1, 'Telefonat'],
    ['1:30, Termin', 1.5, 'Termin'],
    ['1:30: Termin', 1.5, 'Termin'],
    ['0,5 – Akte', 0.5, 'Akte'],
    ['45 min - Akte', 0.75, 'Akte'],
    ['2h § 5 UWG', 2, '§ 5 UWG'],
  ])('%s has a description without the sign before it', (text, hours, rest) => {
    expect(readTimeLine(text, mannerOf('de-DE'))).toEqual({ value: { hours, rest } })
  })

  it.each(['1.30 meeting', '0.45'])('%s has a fraction where a point begins it', (text) => {
    const { value } = readTimeLine(text, mannerOf('en-GB'))
    expect(value?.hours).toBe(Number.parseFloat(text))
  })

  it('asks with both values', () => {
    expect(readDuration('90', mannerOf('de-DE'))).toEqual({
      message: 'In minutes or in hours? Do you mean 1 h 30 min or 90 h?',
      readings: [1.5, 90],
    })
  })
})

it.each([
  'de-DE',
  'de-CH',
  'de-AT',
  'en-GB',
  'en-US',
  'en-IN',
  'fr-FR',
  'fr-CH',
  'es-ES',
  'it-IT',
  'nl-NL',
  'pl-PL',
  'sv-SE',
])('reads every duration that Intl writes in %s as itself', (locale) => {
  const random = randomFrom(48)
  const displays = ['long', 'short', 'narrow'] as const
  const unit = (name: 'hour' | 'minute') =>
    displays.map((unitDisplay) => new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay }))
  const [hour, minute] = [unit('hour'), unit('minute')]
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 })
  const decimals = displays.map(
    (unitDisplay) =>
      new Intl.NumberFormat(locale, { style: 'unit', unit: 'hour', unitDisplay, maximumFractionDigits: 6 }),
  )
  const wrong: string[] = []
  for (let count = 0; count < cases; count++) {
    const [hours, minutes, at] = [Math.floor(random() * 500), 1 + Math.floor(random() * 59), count % 3]
    const fraction = Number((random() * 16).toFixed(Math.floor(random() * 7))) || 0.5
    const both = `${hour[at]?.format(hours)} ${minute[at]?.format(minutes)}`
    const exactly = Math.round((hours + minutes / 60) * 1e6) / 1e6
    const clock = `${hours}:${String(minutes).padStart(2, '0')}`
    const typed = [
      [both, exactly],
      [clock, exactly],
      [minute[at]?.format(minutes) ?? '', Math.round((minutes / 60) * 1e6) / 1e6],
      [number.format(fraction), fraction],
      [decimals[at]?.format(fraction) ?? '', fraction],
    ] as const
    for (const [text, value] of typed) {
      const reading = readDuration(text, mannerOf(locale))
      // A clock of more than a day is asked about, with its hours as one of the answers.
      const isRead =
        reading.value === undefined && hours >= 24 ? reading.readings.includes(value) : reading.value === value
      if (!isRead) wrong.push(text)
    }
  }
  expect(wrong).toEqual([])
})
