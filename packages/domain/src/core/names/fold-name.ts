import { boundedForm, isAscii } from '../tx/bounded-form.ts'

const special: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  ħ: 'h',
  ς: 'σ',
}

/** Separators of the words of a name. */
const between =
  /[\s\p{Cc}!-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2010-\u206f\u2e00-\u2e7f\u3000-\u3004\u3008-\u303f\u30fb]+/u

/** The same in ASCII, where it takes less time. */
const betweenAscii = /[^a-z0-9]+/

/** Chinese, Japanese, Korean or Thai, which write no blanks between words. */
const unspaced = /[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/u

export const isUnspaced = (word: string) => unspaced.test(word)

/** The words of a text in small letters without accents. */
export const plainWords = (text: string): string[] => {
  const words = isAscii(text)
    ? text.toLowerCase().replaceAll(/['`]/g, '').split(betweenAscii)
    : plainForm(text)
        .replaceAll(/['’‘`]/gu, '')
        .split(between)
  return words.filter(Boolean)
}

const plainForm = (text: string): string =>
  boundedForm(text, 'NFKD')
    .replaceAll(/[\u0300-\u036f]/gu, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[ßæœþłøđðıħς]/gu, (letter) => special[letter] ?? letter)

/** One spelling of a plain word for its many: Krüger, Krueger and Kruger are `kruger`. */
export const foldWord = (plain: string): string => plain.replaceAll(/([aou])e/gu, '$1').replaceAll('aa', 'a')

/** The folded words of a text, in their order. */
export const wordsOf = (text: string): string[] => plainWords(text).map(foldWord)
