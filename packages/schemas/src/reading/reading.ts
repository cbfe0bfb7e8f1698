/** A typed text as it was understood; null: the box is empty. */
interface Understood<T> {
  readonly value: T | null
}

/** A typed text that is refused. */
interface Refused<T> {
  readonly value?: undefined
  /** A sentence for the person who typed it. */
  readonly message: string
  /** Both values, where the text can be read in two ways. */
  readonly readings: readonly T[]
}

export type Reading<T> = Understood<T> | Refused<T>

export const understood = <T>(value: T | null): Reading<T> => ({ value })

export const refused = <T>(message: string, readings: readonly T[] = []): Reading<T> => ({ message, readings })

/** Full-width letters, no-break spaces and the like in their plain form; marks of writing direction are dropped. */
export const plainText = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(/[\u200B-\u200F\u202A-\u202E\u2066-\u2069\u061C\uFEFF]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

const isDigit = /\p{Nd}/u

/** The digits of any script as 0 to 9: each script has its ten in a row. */
export const latinDigits = (text: string) =>
  text.replaceAll(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    let value = 0
    while (value < 9 && isDigit.test(String.fromCodePoint(code - value - 1))) value++
    return String(value)
  })

/** Without accents, points and case: `Févr.` → `fevr`. */
export const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/[\p{M}.]/gu, '')
    .replaceAll('ł', 'l')
    .replaceAll('Ł', 'l')
    .toLowerCase()
