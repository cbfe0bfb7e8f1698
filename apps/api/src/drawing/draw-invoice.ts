import { paperWordsIn } from '@matterbase/schemas/paper-words'
import { writerOf } from '@matterbase/schemas/writing'
import Pdf from 'pdfkit'
import { attachFacturX } from './invoice/factur-x.ts'
import { drawFeet } from './invoice/foot.ts'
import { drawHead } from './invoice/head.ts'
import { drawLines } from './invoice/lines.ts'
import { drawPayment } from './invoice/payment.ts'
import { titleOf } from './invoice/sheet.ts'
import { drawTotals } from './invoice/totals.ts'
import { wordsIn } from './invoice/words.ts'
import { margin } from './paper.ts'
import { printableLocale } from './printable.ts'
import type { PrintedInvoice } from './printed-invoice.ts'

/** Draws an invoice as a PDF of A4 pages, or as a Factur-X if it has an XML. */
export async function drawInvoice(given: PrintedInvoice): Promise<Uint8Array> {
  const locale = printableLocale(given.invoice.locale)
  const printed = { ...given, invoice: { ...given.invoice, locale } }
  const { facturX } = printed
  const { currency, seller } = printed.invoice
  const words = wordsIn(locale)
  // The day of issue, so that an invoice has the same bytes each time.
  const drawnAt = new Date(`${printed.invoice.issued}T00:00:00Z`)
  const info = { Producer: 'Matterbase', Creator: 'Matterbase', CreationDate: drawnAt }
  const options = { size: 'A4', margin, lang: locale, font: '', bufferPages: true, displayTitle: true } as const
  const archived = { subset: 'PDF/A-3b', pdfVersion: '1.7' } as const
  const doc = new Pdf({ ...options, ...(facturX !== null && archived), info })
  Object.assign(doc.info, { Title: new Escaped(titleOf({ ...printed, words })), Author: new Escaped(seller.name) })
  const chunks: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.once('end', () => resolve(Buffer.concat(chunks))).once('error', reject)
  })
  const sheet = {
    ...printed,
    doc,
    words,
    shared: paperWordsIn(locale),
    writer: writerOf({ locale, currency, timeZone: null }),
  }
  drawHead(sheet)
  drawLines(sheet)
  drawTotals(sheet)
  drawPayment(sheet)
  drawFeet(sheet)
  if (facturX !== null) attachFacturX(doc, facturX, drawnAt)
  doc.end()
  return done
}

/** Escapes title and author, because pdfkit writes them into XML unescaped. */
class Escaped extends String {
  constructor(text: string) {
    super(text.toWellFormed().replaceAll(/[\p{Cc}\p{Noncharacter_Code_Point}]+/gv, ' '))
  }
  override toString() {
    return this.valueOf().replaceAll(/[&<>]/g, (character) => `&#${character.codePointAt(0)};`)
  }
}
