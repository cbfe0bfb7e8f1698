import type { Manner } from '../dash/writing.ts'
import { writerOf } from '../dash/writing.ts'
import { dayAt, momentsAt } from './zone.ts'
import { readDay } from './day.ts'
import { latinDigits, plainText, refused, understood } from './reading.ts'
import type { Reading } from './reading.ts'

/** The time that work of a day is assumed to begin at, where only the day is known. */
export const startOfWork = '09:00'

const zoned = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:[Zz]|[+-]\d\d:?\d\d)$/

const clock = /(?:^|[ ,T])(\d{1,2})[:.hH](\d\d)?(?:[:.](\d\d)(?:[.,]\d+)?)?(?: ?([ap])\.?m\.?)?(?: ?(?:Uhr|h))?$/i

/**
 * A moment as people write it, `23.11.2026 14:30`, as `2026-11-23T13:30:00.000Z`: the clock is that of the firm. A day
 * alone is its `startOfWork`.
 */
export function readMoment(typed: string, manner: Manner & { readonly timeZone: string }, now: Date): Reading<string> {
  const text = latinDigits(plainText(typed))
  if (text === '') return understood<string>(null)
  if (zoned.test(text)) {
    const moment = new Date(text.toUpperCase().replace(' ', 'T'))
    if (!Number.isNaN(moment.getTime())) return understood(moment.toISOString())
  }
  const today = dayAt(now, manner.timeZone)
  const isDayAlone = readDay(text, manner, today)
  const time = isDayAlone.value === undefined && isDayAlone.readings.length === 0 ? clock.exec(text) : null
  const day = time ? readDay(text.slice(0, time.index).replace(/,$/, ''), manner, today) : isDayAlone
  const written = time ? timeOf(time) : startOfWork
  if (written === undefined) return refused(`${time?.[0].trim() ?? ''} is not a time of day.`)
  if (day.value === undefined) {
    const readings = day.readings.flatMap((each) => momentsAt(each, written, manner.timeZone)[0]?.toISOString() ?? [])
    return refused(day.message, readings)
  }
  if (day.value === null) return refused('Enter the day too.')
  const moments = momentsAt(day.value, written, manner.timeZone).map((moment) => moment.toISOString())
  const [moment, again] = moments
  const clocks = `${written.slice(0, 5)} on ${writerOf(manner).day(day.value)}`
  if (moment === undefined)
    return refused(`${clocks} does not exist, because clocks were put forward. Enter another time.`)
  if (again !== undefined) return refused(`Clocks showed ${clocks} twice. Do you mean ${moment} or ${again}?`, moments)
  return understood(moment)
}

/** `14:30:00` of what was found; undefined where no clock shows it. */
function timeOf([, hour = '', minute = '00', second = '00', half]: RegExpExecArray): string | undefined {
  let hours = Number(hour)
  if (half !== undefined) {
    if (hours < 1 || hours > 12) return undefined
    hours = (hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  }
  if (hours > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  return `${String(hours).padStart(2, '0')}:${minute}:${second}`
}
