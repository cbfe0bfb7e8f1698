import { directionMark } from './visual-order.ts'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Breaks text into lines no wider than `width`: at line breaks, behind spaces and hyphens, and where a
 * word is wider than that, within it. Measures each piece once, so the work grows with the text alone.
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
    // The space behind a line's last word may stand out of it.
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
    // Shaping a very long word takes far longer than its share, so its width is not even asked for.
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
