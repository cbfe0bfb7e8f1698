/** A number that has the year it was issued in: what is around the digits that count. */
export interface NumberPattern {
  readonly before: (year: number) => string
  readonly after: (year: number) => string
  readonly digits: string
}

/** `INV-2026-0043` and `0043/2026`; undefined where the number does not have this year. */
export function patternOf(number: string, year: number): NumberPattern | undefined {
  const [, head, middle = '', digits] = new RegExp(String.raw`^(.*?)(?<!\d)${year}(?!\d)(.*?)(\d+)$`).exec(number) ?? []
  if (head !== undefined && digits !== undefined)
    return { before: (other) => `${head}${other}${middle}`, after: () => '', digits }
  const [, start = '', counted, between = '', tail = ''] =
    new RegExp(String.raw`^(.*?)(\d+)(\D+)${year}(\D*)$`).exec(number) ?? []
  if (counted === undefined) return undefined
  return { before: () => start, after: (other) => `${between}${other}${tail}`, digits: counted }
}

export const numberIn = ({ before, after, digits }: NumberPattern, year: number, count: bigint): string =>
  before(year) + String(count).padStart(digits.length, '0') + after(year)
