/** The characters of 0x80 to 0x9F. Five of these bytes have no character. */
const special = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ'

const specialBytes = new Map(Array.from(special, (character, at) => [character, 0x80 + at]))

const byteOf = (character: string): number | undefined => {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80 || (code >= 0xa0 && code <= 0xff)) return code
  return code < 0xa0 ? undefined : specialBytes.get(character)
}

/** Letters with a stroke have no mark that can be removed. */
const plainLetters: Readonly<Record<string, string>> = {
  đ: 'd',
  Đ: 'D',
  ħ: 'h',
  Ħ: 'H',
  ı: 'i',
  ł: 'l',
  Ł: 'L',
  ŧ: 't',
  Ŧ: 'T',
  ẞ: 'SS',
}

/**
 * A string of Windows-1252 characters. A letter that Windows-1252 does not have loses its marks, such as č → c. Any other
 * character becomes a question mark. Control characters become spaces, and invisible characters are removed.
 */
export const toWindows1252Text = (text: string): string =>
  Array.from(
    text
      .normalize('NFC')
      .replaceAll(/\p{Cc}+/gu, ' ')
      .replaceAll(/\p{Cf}|[\uFE00-\uFE0F]/gu, ''),
    replaced,
  ).join('')

function replaced(character: string): string {
  if (byteOf(character) !== undefined) return character
  const plain = plainLetters[character] ?? character.normalize('NFKD').replaceAll(/\p{M}/gu, '')
  return plain !== '' && Array.from(plain).every((one) => byteOf(one) !== undefined) ? plain : '?'
}

/** @throws Error for a character that Windows-1252 does not have. */
export const windows1252 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text, (character) => {
    const byte = byteOf(character)
    if (byte === undefined) throw new Error(`Windows-1252 has no ${JSON.stringify(character)}`)
    return byte
  })
