import { runsOf } from './faces.ts'
import type { Weight } from './faces.ts'
import { wrap } from './wrap.ts'

export interface Style {
  readonly font: Weight
  readonly size: number
  readonly color: string
  /** Digits of one width, so that figures below one another line up. */
  readonly isFigures?: boolean
}

export interface Pen {
  readonly lineHeight: number
  widthOf(line: string): number
  /** The text as lines that fit; of more than `most`, the last one kept ends in an ellipsis. */
  wrap(text: string, width: number, most?: number): readonly string[]
  /** Writes one line, with its left end at `left`, or its right end at `right`; where the document goes on stays. */
  write(line: string, at: { y: number } & ({ left: number } | { right: number })): void
}

// Nothing that moves, turns or hides what stands beside it.
const unprintable = /[[\p{Cc}\u{2066}-\u{2069}\u{202a}-\u{202e}\u{feff}]--[\n\r\t\v\f]]/gv

// What a face does by what stands around a letter takes most of the time; only what is large needs it.
const plain = { calt: false, liga: false, clig: false, kern: false }

/** Writes one style of text; each width is measured once for the whole document. */
export function penFor(doc: PDFKit.PDFDocument, { font, size, color, isFigures = false }: Style): Pen {
  // fontkit takes them by name too; the types of pdfkit know a list only.
  const options: PDFKit.Mixins.TextOptions = {}
  Object.assign(options, { features: { ...plain, kern: font === 'bold', tnum: isFigures } })
  const widths = new Map<string, number>()
  const widthOf = (text: string) => {
    const known = widths.get(text)
    if (known !== undefined) return known
    let width = 0
    for (const run of runsOf(text, font)) width += doc.font(run.file).fontSize(size).widthOfString(run.text, options)
    widths.set(text, width)
    return width
  }
  const lineHeight = size * 1.4
  return {
    lineHeight,
    widthOf,
    wrap(text, width, most = Number.POSITIVE_INFINITY) {
      const lines = wrap(text.toWellFormed().replaceAll(unprintable, ''), width, widthOf)
      return lines.length <= most ? lines : [...lines.slice(0, most - 1), `${lines[most - 1]}…`]
    },
    write(line, at) {
      if (line === '') return
      const { y } = doc
      doc.fillColor(color)
      let x = 'left' in at ? at.left : at.right - widthOf(line)
      const runs = runsOf(line, font)
      for (const run of runs) {
        doc.font(run.file).fontSize(size)
        // Both faces stand on one line.
        doc.text(run.text, x, at.y + size, { ...options, lineBreak: false, baseline: 'alphabetic' })
        if (runs.length > 1) x += widthOf(run.text)
      }
      doc.y = y
    },
  }
}
