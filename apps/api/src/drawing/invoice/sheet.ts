import type { PaperWords } from '@matterbase/schemas/paper-words'
import type { Writer } from '@matterbase/schemas/writing'
import { border, footHeight, ink, margin, muted } from '../paper.ts'
import { penFor } from '../pen.ts'
import type { Style } from '../pen.ts'
import type { PrintedInvoice } from '../printed-invoice.ts'
import type { Words } from './words.ts'

/** The document, with the invoice and its words. */
export interface Sheet extends PrintedInvoice {
  readonly doc: PDFKit.PDFDocument
  readonly writer: Writer
  readonly words: Words
  /** The words that the XML has too. */
  readonly shared: PaperWords
}

export const rightOf = ({ doc }: Sheet) => doc.page.width - margin
export const widthOf = ({ doc }: Sheet) => doc.page.width - 2 * margin
export const bottomOf = ({ doc }: Sheet) => doc.page.height - footHeight

/** Continues on the next page if less than `height` is left on this one. */
export function keepTogether(sheet: Sheet, height: number) {
  if (sheet.doc.y + height > bottomOf(sheet)) nextPage(sheet)
}

/** Begins a page with the title of the invoice. */
export function nextPage(sheet: Sheet) {
  const { doc } = sheet
  doc.addPage()
  doc.y = margin
  write(sheet, titleOf(sheet), { size: 8.5, color: muted, most: 1 })
  doc.y += 14
}

/** A draft has a badge instead of a number. */
export const titleOf = ({ words, invoice: { kind, number }, since }: Pick<Sheet, 'words' | 'invoice' | 'since'>) =>
  since.status === 'draft' ? words[kind] : `${words[kind]} ${number}`

interface Block extends Partial<Style> {
  readonly left?: number
  /** Aligns the right end of each line here. */
  readonly right?: number
  readonly width?: number
  /** The most lines. */
  readonly most?: number
}

/** Writes text below the current position, and continues on the next page if this one is full. */
export function write(sheet: Sheet, text: string, block: Block = {}) {
  const { doc } = sheet
  const { left = margin, right, width = rightOf(sheet) - left, most = 3, ...style } = block
  const pen = penFor(doc, { font: 'regular', size: 9, color: ink, ...style })
  for (const line of pen.wrap(text, width, most)) {
    if (doc.y + pen.lineHeight > bottomOf(sheet)) nextPage(sheet)
    const { y } = doc
    pen.write(line, right === undefined ? { left, y } : { right, y })
    doc.y = y + pen.lineHeight
  }
}

export function rule(
  { doc }: Sheet,
  { left = margin, right = doc.page.width - margin, color = border, width = 0.5 } = {},
) {
  doc.lineWidth(width).strokeColor(color).moveTo(left, doc.y).lineTo(right, doc.y).stroke()
}
