import { runsOf } from './faces.ts'
import type { Weight } from './faces.ts'
import { wrap } from './wrap.ts'

export interface Style {
  readonly font: Weight
  readonly size: number
  readonly color: string
  /** True if digits have the same width, so that columns of figures align. */
  readonly isFigures?: boolean
}

export interface Pen {
  readonly lineHeight: number
  widthOf(line: string): number
  /** Breaks a text into lines that fit. Beyond `most` lines, the last one ends in an ellipsis. */
  wrap(text: string, width: number, most?: number): readonly string[]
  /** Writes one line, with its left end at `left` or its right end at `right`. The position of the document does not change. */
  write(line: string, at: { y: number } & ({ left: number } | { right: number })): void
}

// Characters that would move, reverse or hide their neighbors.
const unprintable = /[[\p{Cc}\u{2066}-\u{2069}\u{202a}-\u{202e}\u{feff}]--[\n\r\t\v\f]]/gv

// Contextual features take most of the time, and only large text needs them.
const plain = { calt: false, liga: false, clig: false, kern: false }

/** Writes text in one style. Measures each width once per document. */
export function penFor(doc: PDFKit.PDFDocument, { font, size, color, isFigures = false }: Style): Pen {
  // fontkit takes features by name, but the types of pdfkit know only a list.
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
        // Aligns the baselines of the faces.
        doc.text(run.text, x, at.y + size, { ...options, lineBreak: false, baseline: 'alphabetic' })
        if (runs.length > 1) x += widthOf(run.text)
      }
      doc.y = y
    },
  }
}
