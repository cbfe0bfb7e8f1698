import { border, ink, margin, muted } from '../paper.ts'
import { penFor } from '../pen.ts'
import { columnsOf } from './columns.ts'
import type { Column } from './columns.ts'
import { bottomOf, nextPage, rule } from './sheet.ts'
import type { Sheet } from './sheet.ts'

const rowPadding = 5

const placeOf = ({ left, width, isFigure }: Column) => (isFigure ? { right: left + width } : { left })

/** Draws the lines of an invoice as a table, with its head on each page. */
export function drawLines(sheet: Sheet) {
  const { doc, invoice } = sheet
  if (invoice.lines.length === 0) return
  const pens = {
    head: penFor(doc, { font: 'bold', size: 8, color: muted }),
    text: penFor(doc, { font: 'regular', size: 9, color: ink }),
    figures: penFor(doc, { font: 'regular', size: 9, color: ink, isFigures: true }),
    muted: penFor(doc, { font: 'regular', size: 8, color: muted }),
  }
  const { lineHeight } = pens.text
  const columns = columnsOf(sheet, pens)

  const drawHead = () => {
    const { y } = doc
    for (const column of columns) pens.head.write(column.title, { ...placeOf(column), y })
    doc.y = y + pens.head.lineHeight + 4
    rule(sheet, { color: ink, width: 0.8 })
  }
  const startPage = () => {
    nextPage(sheet)
    drawHead()
  }

  if (doc.y + 5 * lineHeight > bottomOf(sheet)) nextPage(sheet)
  drawHead()
  const wholePage = bottomOf(sheet) - margin - 60
  for (const line of invoice.lines) {
    const cells = columns.map((column) => {
      const plain = column.isFigure ? pens.figures : pens.text
      const written = column.cellsOf(line).flatMap(({ text, isMuted }) => {
        const pen = isMuted ? pens.muted : plain
        return pen.wrap(text, column.width).map((words) => ({ words, pen }))
      })
      return { place: placeOf(column), written }
    })
    const count = Math.max(...cells.map(({ written }) => written.length))
    const height = count * lineHeight
    // A row stays on one page unless it is longer than a page.
    if (doc.y + height + 2 * rowPadding > bottomOf(sheet) && height <= wholePage) startPage()
    let y = doc.y + rowPadding
    for (let at = 0; at < count; at++) {
      if (y + lineHeight > bottomOf(sheet)) {
        startPage()
        y = doc.y + rowPadding
      }
      for (const { place, written } of cells) {
        const one = written[at]
        one?.pen.write(one.words, { ...place, y })
      }
      y += lineHeight
    }
    doc.y = y + rowPadding
    rule(sheet, { color: border })
  }
}
