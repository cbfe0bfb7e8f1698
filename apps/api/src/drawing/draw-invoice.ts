import { writerOf } from '@matterbase/schemas/writing'
import type { Writer } from '@matterbase/schemas/writing'
import Pdf from 'pdfkit'
import { drawLines } from './draw-lines.ts'
import { ink, margin, muted, testColor } from './paper.ts'
import { penFor } from './pen.ts'
import type { Style } from './pen.ts'
import type { PrintedInvoice } from './printed-invoice.ts'

/** An invoice as a PDF of A4 pages. */
export async function drawInvoice(invoice: PrintedInvoice): Promise<Uint8Array> {
  const { number, account } = invoice
  const info = { Title: `Invoice ${number}`, Author: account, Producer: 'Matterbase', Creator: 'Matterbase' }
  const doc = new Pdf({ size: 'A4', margin, lang: 'en', info, font: '' })
  const chunks: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.once('end', () => resolve(Buffer.concat(chunks))).once('error', reject)
  })
  const writer = writerOf({ locale: invoice.locale, currency: invoice.currency, timeZone: null })
  drawHead(doc, invoice, writer)
  drawLines(doc, invoice.lines, writer)
  drawTotal(doc, invoice, writer)
  doc.end()
  return done
}

interface Block extends Partial<Style> {
  readonly left?: number
  readonly width?: number
  /** Lines at most. */
  readonly most?: number
}

/** Writes text below what is there. */
function write(doc: PDFKit.PDFDocument, text: string, block: Block = {}) {
  const { left = margin, width = doc.page.width - margin - left, most = 3, ...style } = block
  const pen = penFor(doc, { font: 'regular', size: 10, color: ink, ...style })
  let { y } = doc
  for (const line of pen.wrap(text, width, most)) {
    pen.write(line, { left, y })
    y += pen.lineHeight
  }
  doc.y = y
}

function drawHead(doc: PDFKit.PDFDocument, invoice: PrintedInvoice, writer: Writer) {
  const day = (value: string | null) => value && writer.day(value)
  const { number, account, issued, due, matter, status, environment } = invoice
  write(doc, account, { font: 'bold' })
  if (environment === 'test') write(doc, 'TEST', { font: 'bold', color: testColor })
  doc.y += 18
  write(doc, `Invoice ${number}`, { font: 'bold', size: 20 })
  if (status === 'draft' || status === 'cancelled') write(doc, status.toUpperCase(), { font: 'bold', color: muted })
  doc.y += 12
  const top = doc.y
  write(doc, 'Billed to', { size: 9, color: muted })
  const { client_name: name, client_contact: contact, client_address: address } = invoice
  for (const text of [name ?? '—', contact]) if (text) write(doc, text, { width: 250 })
  if (address) write(doc, address, { width: 250, most: 12 })
  const below = doc.y
  const facts: readonly (readonly [string, string | null])[] = [
    ['Issued', day(issued)],
    ['Due', day(due)],
    ['Paid', day(invoice.paid)],
    ['Matter', matter],
  ]
  doc.y = top
  for (const [label, value] of facts) {
    if (!value) continue
    const { y } = doc
    write(doc, label, { size: 9, color: muted, left: 330, width: 50 })
    doc.y = y
    write(doc, value, { size: 9, left: 384, most: 6 })
  }
  doc.y = Math.max(below, doc.y) + 24
}

function drawTotal(doc: PDFKit.PDFDocument, { total, status, paid }: PrintedInvoice, writer: Writer) {
  if (doc.y > doc.page.height - margin - 60) doc.addPage()
  const right = doc.page.width - margin
  const sum = penFor(doc, { font: 'bold', size: 12, color: ink })
  doc.y += sum.lineHeight
  sum.write(`Total ${writer.exactMoney(total)}`, { right, y: doc.y })
  if (status !== 'paid') return
  const note = penFor(doc, { font: 'regular', size: 9, color: muted })
  note.write(`Paid on ${paid === null ? '' : writer.day(paid)}`, { right, y: doc.y + sum.lineHeight })
}
