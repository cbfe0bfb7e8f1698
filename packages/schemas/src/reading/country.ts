import { folded, plainText, refused, understood } from './reading.ts'
import type { Reading } from './reading.ts'

/** Common names that Intl does not have. */
const aliases: Readonly<Record<string, string>> = {
  uk: 'GB', england: 'GB', scotland: 'GB', wales: 'GB', 'great britain': 'GB', grossbritannien: 'GB', brd: 'DE', usa: 'US',
  'united states of america': 'US', holland: 'NL', d: 'DE', a: 'AT', f: 'FR',
} // prettier-ignore

const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
const codes = letters.flatMap((first) => letters.map((second) => first + second))

// Codes from QM to QZ and XA to XZ are private, but XK; EU and others are not countries, and DD and others not any more.
const isCountry = (code: string) =>
  !/^(?:Q[M-Z]|X[A-JL-Z]|ZZ|EU|EZ|UN)$/.test(code) && new Intl.Locale(`und-${code}`).region === code

const known = new Map<string, ReadonlyMap<string, string>>()

const key = (text: string) => folded(plainText(text).replaceAll('ß', 'ss'))

/** The names of all countries in a language, folded. */
function namesIn(language: string): ReadonlyMap<string, string> {
  const found = known.get(language)
  if (found) return found
  const writers = (['long', 'short'] as const).map(
    (style) => new Intl.DisplayNames(language, { type: 'region', style, fallback: 'none' }),
  )
  const names = new Map<string, string>()
  for (const code of codes.filter(isCountry))
    for (const writer of writers) {
      const name = writer.of(code)
      if (name !== undefined && !names.has(key(name))) names.set(key(name), code)
    }
  known.set(language, names)
  return names
}

/** A country by its two letters, or by its name in the firm's language or in English, German or French: `DE`. */
export function readCountry(typed: string, locale: string): Reading<string> {
  const text = key(typed)
  if (text === '') return understood<string>(null)
  const alias = aliases[text]
  if (alias !== undefined) return understood(alias)
  if (/^[a-z]{2}$/.test(text)) return understood(text.toUpperCase())
  for (const language of [locale, 'en', 'de', 'fr']) {
    const code = namesIn(language).get(text)
    if (code !== undefined) return understood(code)
  }
  return refused('Enter a country or its two letters, such as DE.')
}
