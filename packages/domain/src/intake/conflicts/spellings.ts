import { isUnspaced } from '../../core/names/fold-name.ts'

/** The maximum of spellings of a word. A name with many vowels would have too many. */
const mostOfWord = 24
const mostOfAll = 2_000

/** How folded words may be written without accents, also in the genitive: `kruger` is `kruger`, `krueger` and `kruegers`. */
export const spellingsOf = (lexemes: readonly string[]): string[] =>
  lexemes
    .map((lexeme) => lexeme.replace(/\*$/, ''))
    .filter((word) => !isUnspaced(word))
    .flatMap(spellingsOfWord)
    .flatMap((word) => [word, `${word}s`])
    .slice(0, mostOfAll)

function spellingsOfWord(word: string): string[] {
  let spelled = ['']
  for (const letter of word) {
    const ways = { a: ['a', 'ae', 'aa'], o: ['o', 'oe'], u: ['u', 'ue'] }[letter] ?? [letter]
    spelled = spelled.flatMap((start) => ways.map((way) => start + way)).slice(0, mostOfWord)
  }
  return spelled
}
