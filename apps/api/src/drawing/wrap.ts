import { directionMark } from './visual-order.ts'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Breaks text into lines no wider than `width`: at line breaks, after spaces and hyphens, and within wider words. Measures
 * each piece once, so that the work is linear in the length of the text.
 */
export function wrap(text: string, width: number, widthOf: (piece: string) => number): string[] {
  return text.split(/\r\n|[\n\r\u2028\u2029]/).flatMap((paragraph) => wrapParagraph(paragraph, width, widthOf))
}

function wrapParagraph(paragraph: string, width: number, widthOf: (piece: string) => number): string[] {
  const lines: string[] = []
  const mark = directionMark(paragraph)
  let line = ''
  let used = 0
  for (const piece of piecesOf(paragraph, width, widthOf)) {
    // The space after the last word of a line may exceed the width.
    if (line !== '' && used + widthOf(piece.trimEnd()) > width) {
      lines.push(mark + line.trimEnd())
      line = ''
      used = 0
    }
    line += piece
    used += widthOf(piece)
  }
  lines.push(mark + line.trimEnd())
  return lines
}

function* piecesOf(paragraph: string, width: number, widthOf: (piece: string) => number) {
  for (const [word] of paragraph.replaceAll(/[ \t\v\f]+/g, ' ').matchAll(/[^ -]*[ -]|[^ -]+/g)) {
    // Very long words are not measured as a whole, because shaping takes more than linear time.
    if (word.length <= longestWord && widthOf(word) <= width) yield word
    else yield* brokenUp(word, width, widthOf)
  }
}

const longestWord = 200

function* brokenUp(word: string, width: number, widthOf: (piece: string) => number) {
  let piece = ''
  let used = 0
  for (const { segment } of graphemes.segment(word)) {
    const wide = widthOf(segment)
    if (piece !== '' && used + wide > width) {
      yield piece
      piece = ''
      used = 0
    }
    piece += segment
    used += wide
  }
  yield piece
}
