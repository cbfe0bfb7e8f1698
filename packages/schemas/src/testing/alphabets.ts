const longest = 65_536

const filled = (piece: string) =>
  piece
    .repeat(Math.ceil(longest / piece.length))
    .slice(0, longest)
    .toWellFormed()

/** All characters of a range, again and again. */
const rangeOf = (from: number, to: number) =>
  filled(Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)).join(''))

/** The longest texts that a field takes, in letters that grow, stack, have no spaces or are not letters alone. */
export const alphabets: Readonly<Record<string, string>> = {
  'Latin words': rangeOf(0x61, 0x7a).replaceAll('z', ' '),
  'Latin letters without a space': filled('a'),
  'German words': filled('Klaus´ Auto, Krüger & Söhne '),
  'accents without a letter': filled('\u0301'),
  'different accents without a letter': filled('\u0301\u0327\u0323\u0307\u0315'),
  'letters with four accents': filled('a\u0301\u0327\u0323\u0307'),
  'spacing accents': filled('´ ¨ ¯ ¸ '),
  'Hebrew points': filled('\u05B0'),
  'Arabic vowels': filled('\u064B'),
  'Arabic ligatures': filled('\uFDFA'),
  'Arabic presentation forms': rangeOf(0xfe70, 0xfefc),
  'Latin ligatures': filled('\uFB03'),
  'squared words': filled('\u3316'),
  'squared words, all': rangeOf(0x3300, 0x3357),
  'parenthesized numbers': rangeOf(0x2474, 0x249b),
  'Chinese characters': filled('漢字'),
  'Chinese characters, all': rangeOf(0x4e00, 0x9fff),
  'Chinese characters of two units': rangeOf(0x20000, 0x2a6df),
  Kana: rangeOf(0x30a1, 0x30f6),
  'half-width Kana': rangeOf(0xff66, 0xff9d),
  'Hangul syllables': rangeOf(0xac00, 0xd7a3),
  'Hangul letters': filled('\u1100\u1161\u11A8'),
  Thai: rangeOf(0x0e01, 0x0e3a),
  'Vietnamese letters': filled('ếộữ'),
  'Greek letters with three accents': filled('ᾂᾲᾷ'),
  'mathematical letters': rangeOf(0x1d400, 0x1d454),
  Emoji: filled('👨‍👩‍👧 '),
  'quotes and backslashes': filled(`'\\"{},null `),
}
