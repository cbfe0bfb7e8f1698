export interface Typed {
  readonly hours: number
  /** The text after the duration. */
  readonly rest: string
}

interface Form {
  readonly pattern: RegExp
  readonly hoursOf: (first: number, second: number) => number
}

const minutes = (value: number) => value / 60

/** `1:12`, `1h 12m`, `1.2h`, `72min` and `1.2`, each at the beginning of a line. */
const forms: readonly Form[] = [
  { pattern: /^(\d+):([0-5]\d)(?=\s|$)/, hoursOf: (hours, rest) => hours + minutes(rest) },
  {
    pattern: /^(\d+)\s*h(?:ours?|rs?)?\s*(\d+)\s*m(?:in(?:ute)?s?)?(?=\s|$)/i,
    hoursOf: (hours, rest) => hours + minutes(rest),
  },
  { pattern: /^(\d+(?:[.,]\d+)?)\s*h(?:ours?|rs?)?(?=\s|$)/i, hoursOf: (hours) => hours },
  { pattern: /^(\d+)\s*m(?:in(?:ute)?s?)?(?=\s|$)/i, hoursOf: minutes },
  { pattern: /^(\d+(?:[.,]\d+)?)(?=\s|$)/, hoursOf: (hours) => hours },
]

const maxHours = 1000

/** A number without a unit above this is not taken for hours. */
const mostBareHours = 16

/** A bare number at the beginning of a line that may be minutes as well as hours: `90 Doe call` → `90`. */
export function unclearIn(line: string): string | undefined {
  const [, number] = /^(\d+(?:[.,]\d+)?)(?=\s|$)/.exec(line.trim()) ?? []
  return number !== undefined && Number(number.replace(',', '.')) > mostBareHours ? number : undefined
}

/** A duration and what follows it: `1h 12m Doe call`. Undefined when the line does not begin with one above 0. */
export function parseDuration(line: string): Typed | undefined {
  const text = line.trim()
  if (unclearIn(text) !== undefined) return undefined
  for (const { pattern, hoursOf } of forms) {
    const found = pattern.exec(text)
    if (!found) continue
    const [all, first = '', second = ''] = found
    const hours = Math.round(hoursOf(Number(first.replace(',', '.')), Number(second)) * 10_000) / 10_000
    return hours > 0 && hours <= maxHours ? { hours, rest: text.slice(all.length).trim() } : undefined
  }
  return undefined
}

/** Hours as they stand in a grid: `1:30`. */
export function clockText(hours: number): string {
  const minutes = Math.round(hours * 60)
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

/** A duration alone, as it is typed into a box. */
export function parseHours(text: string): number | undefined {
  const typed = parseDuration(text)
  return typed?.rest === '' ? typed.hours : undefined
}
