import { fileURLToPath } from 'node:url'
import { wrap } from './wrap.ts'

// The fonts that every PDF reader has know no letter beyond Western Europe. By path, since pdfkit
// opens a font that it is given as bytes anew for each text.
const fonts = {
  regular: fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')),
  bold: fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf')),
}

export interface Style {
  readonly font: keyof typeof fonts
  readonly size: number
  readonly color: string
}

export interface Pen {
  readonly lineHeight: number
  /** The text as lines that fit; of more than `most`, the last one kept ends in an ellipsis. */
  wrap(text: string, width: number, most?: number): readonly string[]
  /** Writes one line, with its left end at `left`, or its right end at `right`. */
  write(line: string, at: { y: number } & ({ left: number } | { right: number })): void
}

/** Writes one style of text; each width is measured once for the whole document. */
export function penFor(doc: PDFKit.PDFDocument, { font, size, color }: Style): Pen {
  const widths = new Map<string, number>()
  const take = () => doc.font(fonts[font]).fontSize(size).fillColor(color)
  const widthOf = (text: string) => {
    const known = widths.get(text)
    if (known !== undefined) return known
    const width = doc.widthOfString(text)
    widths.set(text, width)
    return width
  }
  take()
  const lineHeight = doc.currentLineHeight(true)
  return {
    lineHeight,
    wrap(text, width, most = Number.POSITIVE_INFINITY) {
      take()
      const lines = wrap(text, width, widthOf)
      return lines.length <= most ? lines : [...lines.slice(0, most - 1), `${lines[most - 1]}…`]
    },
    write(line, at) {
      if (line === '') return
      take()
      doc.text(line, 'left' in at ? at.left : at.right - widthOf(line), at.y, { lineBreak: false })
    },
  }
}
