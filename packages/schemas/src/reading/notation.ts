/** The separators that a locale writes in numbers and in amounts of money. */
export interface Notation {
  readonly decimals: ReadonlySet<string>
  readonly groups: ReadonlySet<string>
}

/** All apostrophes and all spaces that group digits as one of each. */
export const plainSeparator = (text: string) => text.replaceAll(/[’‘ʼ′´`]/g, "'").replaceAll(/\s/g, ' ')

const known = new Map<string, Notation>()

/** Austria, for one, groups amounts with a point and other numbers with a space. */
export function notationOf(locale: string): Notation {
  const found = known.get(locale)
  if (found) return found
  const money = { style: 'currency', currency: 'EUR', minimumFractionDigits: 2 } as const
  const parts = [{ minimumFractionDigits: 2 }, money].flatMap((options) =>
    new Intl.NumberFormat(locale, options).formatToParts(1_234_567.5),
  )
  const all = (type: Intl.NumberFormatPartTypes) =>
    new Set(parts.filter((part) => part.type === type).map(({ value }) => plainSeparator(value)))
  const notation = { decimals: all('decimal'), groups: all('group') }
  known.set(locale, notation)
  return notation
}
