import type { FrozenTax } from '@matterbase/domain'
import { isZero } from '@matterbase/schemas/decimal'
import { taxReasonIn } from '@matterbase/schemas/paper-words'
import { ink, margin, muted } from '../paper.ts'
import { penFor } from '../pen.ts'
import { drawPeople, peopleOf } from './people.ts'
import { keepTogether, rightOf, rule, write } from './sheet.ts'
import type { Sheet } from './sheet.ts'

const width = 250
const gap = 8

/** Draws the work of each person on the left, and the totals on the right. */
export function drawTotals(sheet: Sheet) {
  const { doc } = sheet
  const { lines } = sheet.invoice
  const worked = peopleOf(lines)
  // The summary is useful only if a person has several lines.
  const people = worked.length > 1 && worked.length < lines.length ? worked : []
  keepTogether(sheet, Math.max(110 + 16 * sheet.invoice.taxes.length, 24 + 13 * people.length))
  doc.y += 14
  const top = doc.y
  drawSums(sheet)
  const below = doc.y
  doc.y = top
  if (people.length > 0) drawPeople(sheet, people, { left: margin, width: rightOf(sheet) - margin - width - 24 })
  doc.y = Math.max(below, doc.y)
}

function drawSums(sheet: Sheet) {
  const { doc, writer, words, shared, invoice, since } = sheet
  const { totals, taxes } = invoice
  const left = rightOf(sheet) - width
  const money = (decimal: string) => writer.exactMoney(decimal)
  const isPlain = taxes.every(({ category }) => category === 'O')
  const row = (label: string, value: string, isBold = false) => {
    const pen = penFor(doc, { font: isBold ? 'bold' : 'regular', size: isBold ? 11 : 9, color: ink, isFigures: true })
    pen.write(label, { left, y: doc.y })
    // The tax on large amounts leaves no space on its line.
    if (pen.widthOf(label) + gap + pen.widthOf(value) > width) doc.y += pen.lineHeight
    const { y } = doc
    pen.write(value, { right: rightOf(sheet), y })
    doc.y = y + pen.lineHeight + 2
  }
  if (!isPlain) {
    row(words.net, money(totals.net))
    for (const tax of taxes) row(labelOf(sheet, tax), money(tax.tax))
  }
  doc.y += 2
  rule(sheet, { left, color: ink, width: 0.8 })
  doc.y += 6
  row(words.total, money(totals.total), true)
  const settled = [
    [words.paid, since.paid],
    [words.credited, since.credited],
    [words.written_off, since.writtenOff],
  ].filter(([, amount = '0']) => !since.isVoid && !isZero(amount))
  for (const [label = '', amount = '0'] of settled) row(label, money(amount))
  if (settled.length > 0) row(words.due_now, money(since.due), true)
  const reasons = new Set(
    taxes.flatMap(({ category, reason }) => reason?.trim() || taxReasonIn(shared, category) || []),
  )
  for (const reason of reasons) write(sheet, reason, { left, width, size: 8, color: muted, most: 6 })
}

const labelOf = ({ words, writer }: Sheet, { percent, base }: FrozenTax) =>
  `${words.tax} ${writer.percent(percent)} ${words.on} ${writer.exactMoney(base)}`
