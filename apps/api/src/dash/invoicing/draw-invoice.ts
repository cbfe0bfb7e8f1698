import { readFileSync } from 'node:fs'
import Pdf from 'pdfkit'
import { decimalText, moneyText } from './decimal-text.ts'
import type { PrintedInvoice, PrintedLine } from './printed-invoice.ts'

// The fonts that every PDF reader has know no letter beyond Western Europe.
const fonts = {
  regular: readFileSync(new URL(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'))),
  bold: readFileSync(new URL(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'))),
}

const ink = '#1a1917'
const muted = '#5f5d58'
const line = '#e5e4e1'
const test = '#9a3412'
const margin = 56
const columns = ['Date', 'Description', 'Hours', 'Rate', 'Amount']
const widths = [66, '*', 46, 66, 82]
const firstNumber = 2

/** An invoice as a PDF of A4 pages. */
export async function drawInvoice(invoice: PrintedInvoice): Promise<Buffer> {
  const { number, account } = invoice
  const info = { Title: `Invoice ${number}`, Author: account, Producer: 'Matterbase', Creator: 'Matterbase' }
  const doc = new Pdf({ size: 'A4', margin, lang: 'en', info, font: '' })
  const chunks: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.once('end', () => resolve(Buffer.concat(chunks))).once('error', reject)
  })
  doc.registerFont('regular', fonts.regular).registerFont('bold', fonts.bold)
  drawHead(doc, invoice)
  drawLines(doc, invoice.lines)
  drawTotal(doc, invoice)
  doc.end()
  return done
}

function drawHead(doc: PDFKit.PDFDocument, invoice: PrintedInvoice) {
  const { number, account, issued, due, matter, status, environment } = invoice
  doc.font('bold').fontSize(10).fillColor(ink).text(account)
  if (environment === 'test') doc.fillColor(test).text('TEST')
  doc.fillColor(ink)
  doc.moveDown(1.5).fontSize(20).text(`Invoice ${number}`)
  if (status === 'draft' || status === 'cancelled') doc.fontSize(10).fillColor(muted).text(status.toUpperCase())
  doc.moveDown(1)
  const top = doc.y
  doc.font('regular').fontSize(9).fillColor(muted).text('Billed to', margin, top)
  doc.fillColor(ink).fontSize(10)
  const { client_name: name, client_contact: contact, client_address: address } = invoice
  for (const text of [name ?? '—', contact, address]) if (text) doc.text(text, margin, doc.y, { width: 250 })
  const below = doc.y
  const facts: readonly (readonly [string, string | null])[] = [
    ['Issued', issued],
    ['Due', due],
    ['Paid', invoice.paid],
    ['Matter', matter],
  ]
  doc.y = top
  for (const [label, value] of facts) {
    if (!value) continue
    const { y } = doc
    doc.fillColor(muted).fontSize(9).text(label, 330, y, { width: 50 })
    doc.fillColor(ink).fontSize(9).text(value, 384, y, { width: 155 })
  }
  doc.x = margin
  doc.y = Math.max(below, doc.y) + 24
}

function drawLines(doc: PDFKit.PDFDocument, lines: readonly PrintedLine[]) {
  if (lines.length === 0) return
  const cells = lines.map(({ day, description, hours, rate, amount }) => [
    day ?? '',
    description,
    hours === null ? '' : decimalText(hours),
    rate === null ? '' : moneyText(rate),
    moneyText(amount),
  ])
  doc.font('regular').fontSize(9).fillColor(ink)
  doc.table({
    columnStyles: widths.map((width, at) => ({
      width,
      align: { x: at < firstNumber ? ('left' as const) : ('right' as const) },
    })),
    defaultStyle: { border: [0, 0, 0.5, 0], borderColor: line, padding: [5, 4, 5, 4] },
    data: [columns.map((text) => ({ text, textColor: muted, type: 'TH' as const })), ...cells],
  })
  doc.x = margin
}

function drawTotal(doc: PDFKit.PDFDocument, { total, status, paid }: PrintedInvoice) {
  const width = doc.page.width - 2 * margin
  if (doc.y > doc.page.height - margin - 60) doc.addPage()
  doc.moveDown(1).font('bold').fontSize(12).fillColor(ink)
  doc.text(`Total ${moneyText(total)}`, margin, doc.y, { width, align: 'right' })
  if (status !== 'paid') return
  doc
    .font('regular')
    .fontSize(9)
    .fillColor(muted)
    .text(`Paid on ${paid ?? ''}`, { width, align: 'right' })
}
