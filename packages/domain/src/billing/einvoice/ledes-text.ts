/** Letters that Unicode does not decompose. */
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
  '–': '-',
  '—': '-',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '…': '...',
  '×': 'x',
  '§': 'Sec.',
}

/** ASCII on one line, without the characters that end a field or a record. Letters without an ASCII form become `?`. */
export const ledesText = (text: string): string =>
  Array.from(text, (character) => spelt[character] ?? character)
    .join('')
    .normalize('NFKD')
    .replaceAll(/\p{M}|\p{Cf}/gu, '')
    .replaceAll(/[|[\]\s\p{Cc}]+/gu, ' ')
    .replaceAll(/[^ -~]/gu, '?')
    .trim()

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
