import type { Manner } from '../dash/writing.ts'
import { hoursText, maxHours, roundHours } from './hours.ts'
import { latinDigits, refused, understood } from './reading.ts'
import type { Reading } from './reading.ts'
import { readBeginning } from './time-beginning.ts'
import type { Found } from './time-beginning.ts'

/** Time with what was done in it: `1h 12m Doe call`. */
export interface TimeLine {
  readonly hours: number
  readonly rest: string
}

const isPossible = ({ hours }: Found) => hours > 0 && hours <= maxHours

const examples = ({ locale }: Manner) => `1h 12m, 1:12, 72 min or ${new Intl.NumberFormat(locale).format(1.2)} h`

/** A duration at the beginning of a line, and what was done. */
export function readTimeLine(line: string, manner: Manner): Reading<TimeLine> {
  // NFKC would write ½ as 1⁄2.
  const text = latinDigits(
    line
      .split(/([½¼¾⅓⅔⅙⅛])/)
      .map((part, at) => (at % 2 === 1 ? part : part.normalize('NFKC')))
      .join('')
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/[’′]/g, "'")
      .trim(),
  )
  if (text === '') return understood<TimeLine>(null)
  const found = readBeginning(text, manner)
  if (found === undefined) return refused(`Start with the duration, such as ${examples(manner)}.`)
  if ('problem' in found) return refused(found.problem)
  if ('unclear' in found) {
    const readings = found.unclear.filter(isPossible).map(exactly)
    const words = readings.map(({ hours, rest }) => [hoursText(hours, manner), rest].filter(Boolean).join(' · '))
    return refused(`${found.question} Do you mean ${words.join(' or ')}?`, readings)
  }
  if (!isPossible(found))
    return refused(`Enter more than 0 and at most ${new Intl.NumberFormat(manner.locale).format(maxHours)} hours.`)
  return understood(exactly(found))
}

/** A description does not begin with the colon or comma after the time. */
const exactly = ({ hours, rest }: Found): TimeLine => ({
  hours: roundHours(hours),
  rest: rest.replace(/^(?:[:;,.·|–—-]+(?: |$))+/, ''),
})

/** A duration alone, in hours. */
export function readDuration(typed: string, manner: Manner): Reading<number> {
  const line = readTimeLine(typed, manner)
  if (line.value === undefined) {
    const readings = line.readings.filter(({ rest }) => rest === '').map(({ hours }) => hours)
    if (readings.length > 0) return refused(line.message, readings)
    return refused(line.message.startsWith('Start') ? `Enter a duration such as ${examples(manner)}.` : line.message)
  }
  if (line.value === null) return understood<number>(null)
  return line.value.rest === ''
    ? understood(line.value.hours)
    : refused(`Enter a duration such as ${examples(manner)}.`)
}
