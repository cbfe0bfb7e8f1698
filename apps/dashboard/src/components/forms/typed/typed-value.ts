// Typed text never begins with it.
const mark = '\u0000'

/** The value of a field whose text cannot be read. */
export const asUnreadable = (typed: string) => `${mark}${typed}`

export const isUnreadable = (value: unknown): value is string => typeof value === 'string' && value.startsWith(mark)

export const typedText = (value: string) => (isUnreadable(value) ? value.slice(mark.length) : value)

/** The path of the first value in a form that cannot be read: `lines.0.quantity`. */
export function firstUnreadable(values: unknown): string | undefined {
  if (isUnreadable(values)) return ''
  if (typeof values !== 'object' || values === null) return undefined
  for (const [name, value] of Object.entries(values)) {
    const found = firstUnreadable(value)
    if (found !== undefined) return found === '' ? name : `${name}.${found}`
  }
  return undefined
}

/** A number as the value of a box: a decimal with a point and without an exponent. Null becomes empty. */
export const decimalText = (value: number | null | undefined) =>
  value == null ? '' : value.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 })

/** The number of a box. Null if it is empty. @throws {Error} if it cannot be read. */
export function numberOf(value: string): number | null {
  if (isUnreadable(value)) throw new Error(`“${typedText(value)}” cannot be read.`)
  return value === '' ? null : Number(value)
}

/** A number that the server requires. An empty box sends null, so that the server's error appears at its field. */
export const requiredNumber = (value: string) =>
  // The cast lets null through, because the contract does not allow it.
  numberOf(value) as number

/** The fields of a record as values of text boxes. */
export const textsOf = <T extends object>(record: T) =>
  // Object.fromEntries does not keep the names.
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, value ?? ''])) as {
    [N in keyof T]: string
  }
