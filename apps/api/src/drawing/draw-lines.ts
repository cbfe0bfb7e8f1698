import type { Writer } from '@matterbase/schemas/writing'
import { penFor } from './pen.ts'
import type { PrintedLine } from './printed-invoice.ts'
import { border, ink, margin, muted } from './paper.ts'

const padding = { x: 4, y: 5 }
const narrow = { date: 70, hours: 46, rate: 74, amount: 86 }

/** The lines of an invoice as a table, whose head stands on each page. */
export function drawLines(doc: PDFKit.PDFDocument, lines: readonly PrintedLine[], writer: Writer) {
  if (lines.length === 0) return
  const columns = columnsOf(doc.page.width - 2 * margin, writer)
  const text = penFor(doc, { font: 'regular', size: 9, color: ink })
  const head = penFor(doc, { font: 'regular', size: 9, color: muted })
  const bottom = doc.page.height - margin
  const wholePage = bottom - margin - head.lineHeight - 4 * padding.y

  const rule = () => {
    doc.lineWidth(0.5).strokeColor(border)
    doc
      .moveTo(margin, doc.y)
      .lineTo(doc.page.width - margin, doc.y)
      .stroke()
  }
  const drawHead = () => {
    const y = doc.y + padding.y
    for (const { title, place } of columns) head.write(title, { ...place, y })
    doc.y = y + head.lineHeight + padding.y
    rule()
  }
  const nextPage = () => {
    doc.addPage()
    doc.y = margin
    drawHead()
  }

  if (doc.y + 4 * text.lineHeight > bottom) doc.addPage()
  drawHead()
  for (const line of lines) {
    const cells = columns.map(({ textOf, place, width }) => ({ place, lines: text.wrap(textOf(line), width) }))
    const count = Math.max(...cells.map((cell) => cell.lines.length))
    const height = count * text.lineHeight
    // A row is kept on one page unless it is longer than a page.
    if (doc.y + height + 2 * padding.y > bottom && height <= wholePage) nextPage()
    let y = doc.y + padding.y
    for (let at = 0; at < count; at++) {
      if (y + text.lineHeight > bottom) {
        nextPage()
        y = doc.y + padding.y
      }
      for (const { place, lines: written } of cells) text.write(written[at] ?? '', { ...place, y })
      y += text.lineHeight
    }
    doc.y = y + padding.y
    rule()
  }
}

interface Column {
  readonly title: string
  readonly width: number
  readonly place: { left: number } | { right: number }
  readonly textOf: (line: PrintedLine) => string
}

function columnsOf(width: number, writer: Writer): readonly Column[] {
  const { date, hours, rate, amount } = narrow
  const description = width - date - hours - rate - amount
  const inner = (outer: number) => outer - 2 * padding.x
  const endsAt = (x: number) => ({ right: margin + x - padding.x })
  return [
    {
      title: 'Date',
      width: inner(date),
      place: { left: margin + padding.x },
      textOf: ({ day }) => (day === null ? '' : writer.day(day)),
    },
    {
      title: 'Description',
      width: inner(description),
      place: { left: margin + date + padding.x },
      textOf: (line) => line.description,
    },
    {
      title: 'Hours',
      width: inner(hours),
      place: endsAt(date + description + hours),
      textOf: (line) => (line.hours === null ? '' : writer.number(line.hours)),
    },
    {
      title: 'Rate',
      width: inner(rate),
      place: endsAt(width - amount),
      textOf: (line) => (line.rate === null ? '' : writer.exactMoney(line.rate)),
    },
    { title: 'Amount', width: inner(amount), place: endsAt(width), textOf: (line) => writer.exactMoney(line.amount) },
  ]
}
