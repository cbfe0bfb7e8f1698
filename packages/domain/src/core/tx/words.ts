import { boundedForm, isAscii } from './bounded-form.ts'
import { spellings } from './fold.ts'

// An entry of the index cannot be arbitrarily long.
const longest = 64

/** How far the pieces of a longer word overlap: parts of it up to this length are found. */
export const overlap = 24

/**
 * The search terms of a text: runs of letters with their marks, and digits, without regard to case and to the encoding
 * of accents.
 */
export function words(text: string): string[] {
  return [
    ...new Set(
      runsIn(text).map((word) =>
        Array.from(word.slice(0, 2 * longest))
          .slice(0, longest)
          .join(''),
      ),
    ),
  ]
}

/** The words that a record is found by: also without accents, and of longer ones, such as Japanese sentences, all pieces. */
export function searchableWords(text: string): string[] {
  const found = new Set<string>()
  for (const run of new Set(runsIn(text)))
    for (const piece of pieces(run)) for (const spelling of spellings(piece)) found.add(spelling)
  // An accent without a letter has no spelling without accents.
  found.delete('')
  return [...found]
}

const runsIn = (text: string): string[] =>
  isAscii(text)
    ? (text.toLowerCase().match(/[a-z0-9]+/g) ?? [])
    : (boundedForm(text, 'NFKC')
        .toLowerCase()
        .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])

// By characters: half of a surrogate pair cannot be stored.
function pieces(word: string): string[] {
  if (word.length <= longest) return [word]
  const characters = Array.from(word)
  const count = Math.max(1, Math.ceil((characters.length - overlap) / (longest - overlap)))
  return Array.from({ length: count }, (_, at) =>
    characters.slice(at * (longest - overlap), at * (longest - overlap) + longest).join(''),
  )
}
