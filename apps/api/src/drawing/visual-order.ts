import bidiFactory from 'bidi-js'

// The types describe a module with a default export, but Node.js loads a script that exports the function.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)()

/** A piece of a line with one direction. */
interface Piece {
  readonly text: string
  readonly isRightToLeft: boolean
}

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u200f]/u

/** True if a line needs the bidirectional algorithm. */
export const hasRightToLeft = (text: string) => rightToLeft.test(text)

/** The pieces of a line from left to right, by the Unicode Bidirectional Algorithm (UAX #9). */
export function visualOrder(line: string): readonly Piece[] {
  if (!hasRightToLeft(line)) return [{ text: line, isRightToLeft: false }]
  const found = bidi.getEmbeddingLevels(line)
  const mirrored = bidi.getMirroredCharactersMap(line, found.levels)
  const pieces: { text: string; level: number }[] = []
  for (let at = 0; at < line.length; at++) {
    const [level, letter] = [found.levels[at] ?? 0, mirrored.get(at) ?? line.charAt(at)]
    const last = pieces.at(-1)
    if (last && last.level === level) last.text += letter
    else pieces.push({ text: letter, level })
  }
  return inOrder(pieces).map(({ text, level }) => ({ text, isRightToLeft: level % 2 === 1 }))
}

/** Rule L2: from the highest level down, reverses each stretch of that level or a higher one. */
function inOrder<P extends { readonly level: number }>(pieces: readonly P[]): readonly P[] {
  const ordered = [...pieces]
  for (let level = Math.max(...pieces.map((piece) => piece.level)); level > 0; level--)
    for (let start = 0; start < ordered.length; start++) {
      let end = start
      while ((ordered[end]?.level ?? -1) >= level) end++
      ordered.splice(start, end - start, ...ordered.slice(start, end).toReversed())
      start = end
    }
  return ordered
}

/** A mark that gives each line of a broken paragraph the direction of the paragraph (rule P2). */
export function directionMark(paragraph: string): string {
  if (!hasRightToLeft(paragraph)) return ''
  return bidi.getEmbeddingLevels(paragraph).paragraphs[0]?.level === 1 ? '\u200f' : '\u200e'
}
