/** Characters that Unicode does not decompose. */
const spelt: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  þ: 'th',
  Þ: 'TH',
  ı: 'i',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
  '₪': 'ILS',
  '₺': 'TRY',
  '₩': 'KRW',
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '−': '-',
  '•': '-',
  '→': '->',
  '⁄': '/',
  '‘': "'",
  '’': "'",
  '‚': "'",
  '‹': "'",
  '›': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '…': '...',
  '×': 'x',
  '§': 'Sec.',
}

const spelled = (text: string) => Array.from(text, (character) => spelt[character] ?? character).join('')

/** The same text with as many ASCII characters as it can have. */
const decomposed = (text: string) => spelled(spelled(text).normalize('NFKD')).replaceAll(/\p{M}|\p{Cf}/gu, '')

/** Letters and digits without an ASCII form. */
const lost = /[^\P{L}A-Za-z]|[^\P{N}0-9]/gu

/**
 * ASCII on one line, without the characters that end a field or a record. Signs without an ASCII form are left out.
 * `lostLetters` are written as `?`.
 */
export const ledesText = (text: string): string =>
  decomposed(text)
    .replaceAll(lost, '?')
    .replaceAll(/[|[\]]|[^!-~]/gu, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()

/** The first letters of a text that a LEDES file cannot have, each one time. */
export const lostLetters = (text: string): string => [...new Set(decomposed(text).match(lost))].slice(0, 20).join('')

const suffix = /^(?:jr|sr|[ivx]+|esq|ph\.?d|ll\.?m)\.?$/i

/** `Surname, First`, however the name was written; `Smith Jr., John`. */
export function ledesName(name: string): string {
  const text = ledesText(name)
  if (text.includes(',')) return text
  const words = text.split(' ')
  const isSuffixed = words.length > 2 && suffix.test(words.at(-1) ?? '')
  const first = words.splice(0, words.length - (isSuffixed ? 2 : 1))
  return [words.join(' '), first.join(' ')].filter(Boolean).join(', ')
}
