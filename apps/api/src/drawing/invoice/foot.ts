import { footHeight, margin, muted } from '../paper.ts'
import { penFor } from '../pen.ts'
import { rightOf, rule } from './sheet.ts'
import type { Sheet } from './sheet.ts'

/** Draws the firm and the page number on each page, after all pages are drawn. */
export function drawFeet(sheet: Sheet) {
  const { doc, words, invoice } = sheet
  const { seller } = invoice
  const pen = penFor(doc, { font: 'regular', size: 7.5, color: muted })
  const parts: readonly (readonly [string, string | null])[] = [
    [`${words.vatId} `, seller.vatId],
    [`${words.taxNumber} `, seller.taxNumber],
  ]
  const text = [seller.name, ...parts.flatMap(([label, value]) => (value ? [label + value] : []))].join(' · ')
  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page)
    doc.y = doc.page.height - footHeight + 18
    rule(sheet)
    const y = doc.y + 7
    for (const [at, line] of pen.wrap(text, rightOf(sheet) - margin - 60, 2).entries())
      pen.write(line, { left: margin, y: y + at * pen.lineHeight })
    pen.write(`${page + 1} / ${count}`, { right: rightOf(sheet), y })
  }
}
