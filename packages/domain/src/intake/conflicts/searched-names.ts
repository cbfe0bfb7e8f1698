import { foldWord, isUnspaced, plainWords, wordsOf } from '../../core/names/fold-name.ts'
import { commonNouns, generic, ignored, lastForms, legalForms } from './name-words.ts'
import { parseName } from './parse-name.ts'
import type { ParsedName } from './parse-name.ts'
import type { Subject } from './subject.ts'

/** Where a searched name is from: the person, the company, the opponents that were typed, or the text of the subject. */
export type NameSource = 'name' | 'company' | 'opponent' | 'description'

export interface SearchedName {
  readonly name: string
  readonly from: NameSource
  readonly parsed: ParsedName
}

const mostPhrases = 60

/** The names that are searched because they are written in fields of their own. */
export function searchedNames(
  { name: own, company }: Pick<Subject, 'name' | 'company'>,
  opponents: readonly string[],
): SearchedName[] {
  const all = [
    { name: own, from: 'name' as const },
    { name: company?.trim() ?? '', from: 'company' as const },
    ...opponents.map((name) => ({ name: name.trim(), from: 'opponent' as const })),
  ]
  return all.flatMap(({ name, from }) => {
    const parsed = parseName(name)
    if (parsed.words.length === 0) return []
    return [{ name, from, parsed: from === 'company' ? { ...parsed, surnames: [], isCompany: true } : parsed }]
  })
}

/** The text of a subject and the names that may be in it: words with a capital letter, and pairs of them. */
export interface OwnText {
  readonly words: readonly string[]
  readonly capitals: ReadonlySet<string>
  readonly pairs: readonly SearchedName[]
}

const isName = (word: string) => word.length > 1 && ![ignored, commonNouns, legalForms].some((set) => set.has(word))

export function readOwnText(text: string): OwnText {
  const written = text.slice(0, 20_000).match(/[\p{L}\p{M}\p{N}'’-]+/gu) ?? []
  // A text without capitals says nothing about which words are names.
  const hasCapitals = written.slice(1).some((word) => /^\p{Lu}/u.test(word))
  const runs: string[][] = [[]]
  for (const word of written) {
    const isNamed = !hasCapitals || /^[\p{Lu}\p{Lo}]/u.test(word)
    if (isNamed) runs.at(-1)?.push(...plainWords(word))
    else runs.push([])
  }
  const pairs = runs.flatMap((run) =>
    run.flatMap((word, at) => {
      const next = run[at + 1]
      return next !== undefined && isName(word) && isName(next) && !lastForms.has(next)
        ? [[foldWord(word), foldWord(next)]]
        : []
    }),
  )
  const capitals = runs
    .flat()
    .filter(isName)
    .map(foldWord)
    .filter((word) => !generic.has(word))
  return {
    words: wordsOf(text),
    capitals: new Set(capitals.slice(0, mostPhrases)),
    pairs: pairs.slice(0, mostPhrases).map((words) => ({
      name: words.join(' '),
      from: 'description',
      parsed: { words, surnames: [], isCompany: true },
    })),
  }
}

/** The lexemes for the index. A record that fits one of the names has one of these lexemes. */
export function lexemesOf(names: readonly SearchedName[], own: OwnText): string[] {
  const all = names.flatMap(({ parsed: { words, surnames } }) => {
    const telling = words.filter((word) => word.length > 1 && !generic.has(word))
    const of = surnames.length > 0 ? surnames : telling.length > 0 ? telling : words
    return [...of, words.join('')].flatMap(lexemes)
  })
  const said = [...own.capitals, ...own.pairs.map(({ parsed }) => parsed.words.join(''))]
  return [...new Set([...all, ...said.flatMap((word) => (isUnspaced(word) ? [] : [word]))])].slice(0, 400)
}

/** Longer words match as prefixes as well. */
const prefixFrom = 6

function lexemes(word: string): string[] {
  const letters = Array.from(word).slice(0, 64)
  if (isUnspaced(word))
    return letters.length === 1 ? letters : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`)
  return [letters.length >= prefixFrom ? `${letters.join('')}*` : letters.join('')]
}
