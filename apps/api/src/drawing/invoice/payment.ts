import { encode } from 'uqr'
import { ink, margin, muted } from '../paper.ts'
import { penFor } from '../pen.ts'
import { keepTogether, rightOf, rule, write } from './sheet.ts'
import type { Sheet } from './sheet.ts'

const side = 88

/** Draws the payment details with a QR code for banking apps, and the note of the firm. */
export function drawPayment(sheet: Sheet) {
  const { invoice, since } = sheet
  const isOwed = invoice.kind === 'invoice' && since.status !== 'paid' && since.status !== 'cancelled'
  if (isOwed && invoice.payment.iban !== null) drawAccount(sheet)
  if (invoice.note === null) return
  sheet.doc.y += 16
  write(sheet, invoice.note, { size: 8.5, color: muted, most: Number.POSITIVE_INFINITY })
}

function drawAccount(sheet: Sheet) {
  const { doc, words, writer, invoice, epc } = sheet
  const { payment, seller, due, number } = invoice
  keepTogether(sheet, side + 50)
  doc.y += 18
  rule(sheet)
  doc.y += 12
  const top = doc.y
  if (epc !== null) drawCode(sheet, epc, { left: rightOf(sheet) - side, top })
  write(sheet, due === null ? words.pay : `${words.payBy} ${writer.day(due)}`, { font: 'bold', size: 10 })
  doc.y += 4
  const rows: readonly (readonly [string, string | null])[] = [
    [words.holder, payment.accountHolder ?? seller.name],
    ['IBAN', payment.iban?.replaceAll(/(.{4})(?=.)/g, '$1 ') ?? null],
    ['BIC', payment.bic],
    [words.bank, payment.bankName],
    [words.paymentReference, number],
  ]
  for (const [label, value] of rows) {
    if (!value) continue
    const { y } = doc
    write(sheet, label, { size: 8.5, color: muted, width: 96, most: 1 })
    doc.y = y
    write(sheet, value, { size: 9, left: margin + 102, width: rightOf(sheet) - side - 24 - margin - 102, most: 2 })
    doc.y += 1
  }
  doc.y = Math.max(doc.y, top + (epc === null ? 0 : side + 16))
}

function drawCode({ doc, words }: Sheet, text: string, { left, top }: { left: number; top: number }) {
  // Banking apps expect error correction level M and at most version 13.
  const { data, size } = encode(text, { ecc: 'M', boostEcc: false, border: 0, maxVersion: 13 })
  const module = side / size
  doc.fillColor(ink)
  for (const [row, cells] of data.entries())
    for (const [column, isDark] of cells.entries())
      if (isDark) doc.rect(left + column * module, top + row * module, module, module)
  doc.fill()
  const caption = penFor(doc, { font: 'regular', size: 7, color: muted })
  caption.write(words.scan, { left: left + (side - caption.widthOf(words.scan)) / 2, y: top + side + 3 })
}
