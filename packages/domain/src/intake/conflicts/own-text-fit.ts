import { nameFit, textFit } from './name-fit.ts'
import type { Fit } from './fit.ts'
import type { ParsedName } from './parse-name.ts'
import type { OwnText } from './searched-names.ts'

interface Found {
  readonly names: readonly ParsedName[]
  /** The same, as they are written. */
  readonly written: readonly string[]
  readonly texts: readonly (readonly string[])[]
}

/** A single word of a text that is a name has at least so many letters. */
const shortestName = 4

/** Matches the text of a lead with a record, by the record's name or by two words of its text. */
export function ownTextFit(own: OwnText, { names, written, texts }: Found): { name: string; fit: Fit } | undefined {
  for (const [at, name] of names.entries()) {
    const fit = isSaid(name, own)
    if (fit) return { name: written[at] ?? '', fit }
  }
  for (const { name, parsed } of own.pairs) {
    const isIn = texts.some((text) => textFit(parsed, text) === 'words' && isInRow(parsed.words, text))
    if (isIn || names.some((other) => nameFit(parsed, other) === 'same')) return { name, fit: 'words' }
  }
  // The first text of a matter is its title.
  const [title = []] = names.length === 0 ? texts : []
  const single = title.find((word) => word.length >= shortestName && own.capitals.has(word))
  return single === undefined ? undefined : { name: single, fit: 'words' }
}

function isSaid(name: ParsedName, own: OwnText): Fit | undefined {
  const fit = textFit(name, own.words)
  const isTelling = (word: string) => word.length >= shortestName && own.capitals.has(word)
  if (fit === 'words' && (name.words.length > 1 || name.words.every(isTelling))) return 'words'
  return fit === 'surname' && name.surnames.some(isTelling) ? 'surname' : undefined
}

const isInRow = ([first, second]: readonly string[], text: readonly string[]) =>
  text.some((word, at) => word === first && text[at + 1] === second)
