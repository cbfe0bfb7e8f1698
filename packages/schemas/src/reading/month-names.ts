import { folded } from './reading.ts'

// In some languages the month is written otherwise next to a day, or shortened otherwise than to its beginning.
const named = [{ month: 'long' }, { month: 'long', day: 'numeric' }, { month: 'short', day: 'numeric' }] as const

const monthNames = new Map<string, readonly string[]>()

/** The names of a month, folded, for each of the twelve. */
function namesIn(language: string): readonly string[] {
  const found = monthNames.get(language)
  if (found) return found
  const writers = named.map(
    (parts) => new Intl.DateTimeFormat(language, { ...parts, calendar: 'gregory', timeZone: 'UTC' }),
  )
  const names = writers.flatMap((writer) =>
    Array.from({ length: 12 }, (_, month) => {
      const parts = writer.formatToParts(Date.UTC(2026, month))
      return folded(parts.find(({ type }) => type === 'month')?.value ?? '')
    }),
  )
  monthNames.set(language, names)
  return names
}

/** The month whose name begins so, in the locale's language or in English: `mar` → 3. */
export function monthNamed(word: string, locale: string): number | undefined {
  if (word.length < 3) return undefined
  for (const language of [locale, 'en']) {
    const at = namesIn(language).findIndex((name) => name.startsWith(folded(word)))
    if (at !== -1) return (at % 12) + 1
  }
  return undefined
}
