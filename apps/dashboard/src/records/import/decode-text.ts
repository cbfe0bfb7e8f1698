export interface Decoded {
  readonly text: string
  /** Such as `windows-1252`. */
  readonly encoding: string
}

/** The encodings that spreadsheets use instead of UTF-8, by language. */
const encodings: Readonly<Record<string, readonly string[]>> = {
  'windows-1250': ['pl', 'cs', 'sk', 'hu', 'sl', 'hr', 'ro', 'bs', 'sq'],
  'windows-1251': ['ru', 'uk', 'bg', 'mk', 'sr', 'be'],
  'windows-1253': ['el'],
  'windows-1254': ['tr', 'az'],
  'windows-1255': ['he'],
  'windows-1256': ['ar', 'fa', 'ur'],
  'windows-1257': ['lt', 'lv', 'et'],
  'windows-874': ['th'],
  shift_jis: ['ja'],
  gb18030: ['zh'],
  'euc-kr': ['ko'],
}

/**
 * The text of a file: UTF-8 and UTF-16 with or without a byte order mark, or the encoding of older spreadsheets.
 *
 * @throws {Error} if only some bytes of the file are UTF-8.
 */
export function decodeText(bytes: Uint8Array, locale: string): Decoded {
  const wide = utf16Of(bytes)
  if (wide !== undefined) return { text: new TextDecoder(wide).decode(bytes), encoding: wide.toUpperCase() }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' }
  } catch {
    requireOtherEncoding(bytes, locale)
  }
  const encoding = legacyOf(bytes, locale)
  return { text: new TextDecoder(encoding).decode(bytes), encoding }
}

function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  // Text contains no NUL, but every other byte of Latin letters in UTF-16 is NUL.
  if (first !== 0 && second === 0) return 'utf-16le'
  return first === 0 && second !== 0 && second !== undefined ? 'utf-16be' : undefined
}

const sequence = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g

/** Latin letters and usual signs. In the older encodings of Latin languages their bytes are `Ã¼` or `â€œ`, which no word has. */
const latin = /[\u0080-\u024f\u1e00-\u1eff\u2010-\u203a\u20ac\u2122]/

const isLatin = (bytes: string) =>
  latin.test(new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0))))

/** The older encodings of languages with Latin letters. */
const latinEncodings = ['windows-1250', 'windows-1254', 'windows-1257']

/** @throws {Error} if the file has characters of UTF-8 next to other bytes, because it was assembled from parts. */
function requireOtherEncoding(bytes: Uint8Array, locale: string) {
  const own = ownEncoding(locale)
  // Two letters of one byte each can look like a letter of another alphabet: `ÓŁ` in windows-1250.
  const counts = own === undefined || latinEncodings.includes(own) ? isLatin : () => true
  // One character for each byte.
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  const found = [...text.matchAll(sequence)].filter(([each]) => counts(each))
  const rest = text.replaceAll(sequence, (each) => (counts(each) ? ' '.repeat(each.length) : each))
  const wrong = rest.match(/[\x80-\xff]/g)?.length ?? 0
  const [first] = found
  if (!first) return
  if (found.length >= wrong) throw mixed(lineAt(rest, rest.search(/[\x80-\xff]/)), 'is not UTF-8', 'is')
  // Romanian has words with such letters: `RĂŞINARI`.
  if (own === undefined) throw mixed(lineAt(text, first.index), 'is UTF-8', 'is not')
}

const mixed = (line: number, what: string, rest: string) =>
  new Error(
    `Line ${line} has a character that ${what}, which the rest of the file ${rest}. Correct it, save the file as UTF-8 and choose it again.`,
  )

const lineAt = (text: string, at: number) => text.slice(0, at).split(/\r\n|\n|\r/).length

function ownEncoding(locale: string): string | undefined {
  const { language } = new Intl.Locale(locale)
  return Object.keys(encodings).find((encoding) => encodings[encoding]?.includes(language))
}

function legacyOf(bytes: Uint8Array, locale: string): string {
  const own = ownEncoding(locale)
  if (own !== undefined) return own
  // `ł` of windows-1250 is `³` in windows-1252, which has no letters on both sides.
  const western = new TextDecoder('windows-1252').decode(bytes)
  return /\p{L}[¹³¿¼¾¥£]\p{L}/u.test(western) ? 'windows-1250' : 'windows-1252'
}
