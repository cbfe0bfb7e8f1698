import type { Manner } from '../dash/writing.ts'
import { amountAt } from './amount-at.ts'
import type { Amount } from './amount-at.ts'
import { folded } from './reading.ts'
import { notationOf } from './notation.ts'
import { looksLikeUnit, otherUnits, unitsOf } from './units.ts'
import type { Unit } from './units.ts'

/** A number without a unit above this may be minutes as well as hours. */
const mostBareHours = 16

export interface Found {
  readonly hours: number
  readonly rest: string
}

export type Attempt =
  | Found
  | { readonly unclear: readonly Found[]; readonly question: string }
  | { readonly problem: string }
  | undefined

/** A word right after a number, with the point of an abbreviation. */
function wordAt(text: string) {
  const [all = '', word = ''] = /^ ?(\p{L}+|')\.?/u.exec(text) ?? []
  return { word, length: all.length }
}

const connector = /^(?: ?[,;&+])? ?(?:(?:und|and|et|y|e|en|i|och|og|ja|u) (?=[\d½¼¾]))?/

const isEnd = (text: string) => text === '' || !/^[\p{L}\p{N}]/u.test(text)

/** True if a number is a part of a longer word. A description can begin with a colon. */
const isEnclosed = (after: string) => after !== '' && !/^(?:[ ;–—]|[:,] )/.test(after)

const hoursOfDay = 24

/** `1.30`, which is 1:30 for many where a comma begins the fraction. */
const pointedClock = /^(\d{1,2})\.([0-5]\d)$/

const clock = /^(\d{1,4}):([0-5]\d)(?::([0-5]\d))?(?!\d|[:.,]\d)/
const iso = /^PT(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+)S)?(?= |$)/i

/** The time at the beginning of a string. */
export function readBeginning(text: string, manner: Manner): Attempt {
  const units = unitsOf(manner.locale)
  const unitOf = (word: string): Unit | undefined => units.get(folded(word))
  const time = clock.exec(text)
  if (time) {
    const hours = Number(time[1]) + Number(time[2]) / 60 + Number(time[3] ?? 0) / 3_600
    const rest = text.slice(time[0].length)
    const { word, length } = wordAt(rest)
    const isNamed = unitOf(word) === 'hour'
    if (isEnclosed(rest) && !isNamed) return undefined
    const found = { hours, rest: (isNamed ? rest.slice(length) : rest).trim() }
    // A day has no 25 hours, but work can take 25 minutes and no seconds.
    return hours < hoursOfDay || isNamed || time[3] !== undefined
      ? found
      : { unclear: [{ ...found, hours: hours / 60 }, found], question: 'In minutes or in hours?' }
  }
  const written = iso.exec(text)
  if (written && written[0].length > 2) {
    const [all, hours = 0, minutes = 0, seconds = 0] = written
    return {
      hours: Number(hours) + Number(minutes) / 60 + Number(seconds) / 3_600,
      rest: text.slice(all.length).trim(),
    }
  }
  const amount = amountAt(text, manner)
  if (!amount) return undefined
  const after = text.slice(amount.length)
  const { word, length } = wordAt(after)
  const unit = word === '' ? undefined : unitOf(word)
  const pointed = unit === 'minute' ? null : pointedClock.exec(text.slice(0, amount.length))
  if (pointed && !isEnclosed(unit ? after.slice(length) : after) && !notationOf(manner.locale).decimals.has('.')) {
    const rest = (unit ? after.slice(length) : after).trim()
    const asClock = Number(pointed[1]) + Number(pointed[2]) / 60
    return {
      unclear: [asClock, amount.value].map((hours) => ({ hours, rest })),
      question: 'The point can be read in two ways.',
    }
  }
  if (unit === undefined) return withoutUnit(amount, after, word, manner)
  if (amount.other !== undefined) {
    const rest = after.slice(length).trim()
    const unclear = [amount.value, amount.other].map((value) => ({
      hours: unit === 'minute' ? value / 60 : value,
      rest,
    }))
    return { unclear, question: 'The number can be read in two ways.' }
  }
  if (unit === 'minute') {
    const rest = after.slice(length)
    return isEnd(rest) ? { hours: amount.value / 60, rest: rest.trim() } : undefined
  }
  return withMinutes(amount, after.slice(length), units)
}

/** `1h`, and the minutes that may follow: `15`, ` 15 min`, `, 15 min`, ` und 15 Minuten`. */
function withMinutes({ value, isWhole }: Amount, rest: string, units: ReadonlyMap<string, Unit>): Attempt {
  const alone = { hours: value, rest: rest.trim() }
  const [gap = ''] = connector.exec(rest) ?? []
  const [figure] = /^\d{1,4}(?![\d.,:/])/.exec(rest.slice(gap.length)) ?? []
  if (figure === undefined || !isWhole) return endOf(alone, rest)
  const after = rest.slice(gap.length + figure.length)
  const { word, length } = wordAt(after)
  const minutes = Number(figure)
  const both = { hours: value + minutes / 60, rest: after.trim() }
  if (word !== '' && units.get(folded(word)) === 'minute' && isEnd(after.slice(length)))
    return minutes < 60 ? { ...both, rest: after.slice(length).trim() } : undefined
  if (minutes < 60 && after.trim() === '' && (gap === '' || gap === ' ')) return both
  if (gap === '') return minutes < 60 && isEnd(after) ? both : undefined
  if (minutes >= 60) return { ...alone }
  return {
    unclear: [both, alone],
    question: `Is ${figure} in minutes, or does the description begin with it?`,
  }
}

const endOf = (found: Found, rest: string): Attempt => (isEnd(rest) ? found : undefined)

/** A bare number: hours, where it is small and the word after it cannot be a unit. */
function withoutUnit({ value, other = value, isWhole }: Amount, after: string, word: string, manner: Manner): Attempt {
  if (isEnclosed(after)) return undefined
  const readings = [
    { hours: value / 60, rest: after.trim() },
    { hours: other, rest: after.trim() },
  ]
  if (otherUnits.has(folded(word))) return { problem: `“${word}” is not a unit of time here. Enter hours or minutes.` }
  if (word !== '' && looksLikeUnit(word, unitsOf(manner.locale))) {
    const rest = after.slice(wordAt(after).length).trim()
    return {
      unclear: readings.map(({ hours }) => ({ hours, rest })).toReversed(),
      question: `Is “${word}” a unit?`,
    }
  }
  // `2 letters` can be two hours, or how many letters there were.
  if (isWhole && word !== '' && value <= mostBareHours)
    return {
      unclear: readings.toReversed(),
      question: `Is ${value} the time? If your description begins with it, write the time before it.`,
    }
  if (value > mostBareHours) return { unclear: readings, question: 'In minutes or in hours?' }
  return { hours: value, rest: after.trim() }
}
