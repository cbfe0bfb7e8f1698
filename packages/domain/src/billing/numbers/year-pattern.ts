/** A number with the year of its issue date: the parts around the counting digits. */
export interface YearPattern {
  readonly before: (year: number) => string
  readonly after: (year: number) => string
  readonly digits: string
}

type Form = (number: string, year: string) => readonly [before: string, digits: string, after: string] | undefined

const parsed = (number: string, pattern: string) => new RegExp(pattern, 'v').exec(number)?.groups

/** `INV-2026-0043`, `26-0043`: the year, then the count. */
const yearFirst: Form = (number, year) => {
  const side = year.length === 2 ? String.raw`(?=[^\p{L}\d])` : String.raw`(?!\d)`
  const found = parsed(number, String.raw`^(?<head>.*?)(?<!\d)${year}${side}(?<middle>.*?)(?<digits>\d+)$`)
  return found && [`${found['head']}\0${found['middle']}`, found['digits'] ?? '', '']
}

/** `0043/2026`, `0043/26`: the count, then the year. */
const yearLast: Form = (number, year) => {
  const between = year.length === 2 ? String.raw`\D*[^\p{L}\d]` : String.raw`\D+`
  const found = parsed(number, String.raw`^(?<start>.*?)(?<digits>\d+)(?<between>${between})${year}(?<tail>\D*)$`)
  return found && [found['start'] ?? '', found['digits'] ?? '', `${found['between']}\0${found['tail']}`]
}

/** `20260043`: the year directly before the count. More digits could begin with a month. */
const yearJoined: Form = (number, year) => {
  const found = parsed(number, String.raw`^(?<head>.*?)(?<!\d)${year}(?<digits>\d{3,4}|00\d+)$`)
  return found && [`${found['head']}\0`, found['digits'] ?? '', '']
}

/** Parses a number. Undefined when it does not certainly contain this year. */
export function yearPattern(number: string, year: number): YearPattern | undefined {
  const [long, short] = [String(year), String(year).slice(-2)]
  const tried = [
    { length: 4, found: yearFirst(number, long) ?? yearLast(number, long) ?? yearJoined(number, long) },
    // `26/26` can be read in two ways.
    {
      length: 2,
      found: number.split(short).length > 2 ? undefined : (yearFirst(number, short) ?? yearLast(number, short)),
    },
  ]
  for (const { length, found } of tried) {
    if (!found) continue
    const [before, digits, after] = found
    const written = (part: string) => (other: number) => part.replace('\0', String(other).slice(-length))
    return { before: written(before), after: written(after), digits }
  }
  return undefined
}

/** The number of a year with a count. */
export const numberIn = ({ before, after, digits }: YearPattern, year: number, count: bigint): string =>
  before(year) + String(count).padStart(digits.length, '0') + after(year)
