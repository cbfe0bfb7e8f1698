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
 * @throws {Error} if only some bytes of the file are not UTF-8.
 */
export function decodeText(bytes: Uint8Array, locale: string): Decoded {
  const wide = utf16Of(bytes)
  if (wide !== undefined) return { text: new TextDecoder(wide).decode(bytes), encoding: wide.toUpperCase() }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' }
  } catch {
    requireOtherEncoding(bytes)
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

/** @throws {Error} if most non-ASCII characters are UTF-8, because the file was assembled from parts. */
function requireOtherEncoding(bytes: Uint8Array) {
  // One character for each byte.
  const characters = new TextDecoder('latin1').decode(bytes).replaceAll(/[\u0100-\uffff]/g, '\x80')
  const sequences = characters.match(sequence)?.length ?? 0
  const rest = characters.replaceAll(sequence, (found) => ' '.repeat(found.length))
  const wrong = rest.match(/[\x80-\xff]/g)?.length ?? 0
  if (sequences < wrong) return
  const line = lineAt(rest, rest.search(/[\x80-\xff]/))
  throw new Error(
    `Line ${line} has a character that is not UTF-8, which the rest of the file is. Correct it, save the file as UTF-8 and choose it again.`,
  )
}

const lineAt = (text: string, at: number) => text.slice(0, at).split(/\r\n|\n|\r/).length

function legacyOf(bytes: Uint8Array, locale: string): string {
  const { language } = new Intl.Locale(locale)
  const own = Object.keys(encodings).find((encoding) => encodings[encoding]?.includes(language))
  if (own !== undefined) return own
  // `ł` of windows-1250 is `³` in windows-1252, which has no letters on both sides.
  const western = new TextDecoder('windows-1252').decode(bytes)
  return /\p{L}[¹³¿¼¾¥£]\p{L}/u.test(western) ? 'windows-1250' : 'windows-1252'
}
