import { ink, margin, muted, paidColor, testColor } from '../paper.ts'
import { penFor } from '../pen.ts'
import { addressLines } from './address.ts'
import { drawable } from './logo.ts'
import { rightOf, titleOf, write } from './sheet.ts'
import type { Sheet } from './sheet.ts'

const logoSize = [200, 56] as const
const facts = { left: 330, label: 96 }

/** Draws the upper part of the first page: seller, buyer and subject. */
export function drawHead(sheet: Sheet) {
  const { doc } = sheet
  drawSeller(sheet)
  doc.y += 30
  const top = doc.y
  drawBuyer(sheet)
  const below = doc.y
  doc.y = top
  drawFacts(sheet)
  doc.y = Math.max(below, doc.y) + 30
  drawTitle(sheet)
}

function drawSeller(sheet: Sheet) {
  const { doc, invoice, facturX } = sheet
  const { seller, locale } = invoice
  const top = margin - 8
  const logo = drawable(sheet.logo, facturX !== null)
  if (logo) doc.image(logo, margin, top, { fit: [...logoSize] })
  doc.y = top
  if (!logo) write(sheet, seller.name, { font: 'bold', size: 15, width: 270 })
  const below = logo ? top + logoSize[1] : doc.y
  doc.y = top
  const contact = [seller.phone, seller.email, seller.website?.replace(/^https?:\/\/(?:www\.)?|\/$/g, '')]
  const place = { right: rightOf(sheet), width: 210, size: 8.5 }
  if (logo) write(sheet, seller.name, { ...place, font: 'bold' })
  for (const line of [...addressLines(seller, locale), ...contact])
    if (line) write(sheet, line, { ...place, color: muted, most: 2 })
  doc.y = Math.max(below, doc.y)
}

function drawBuyer(sheet: Sheet) {
  const { doc, invoice } = sheet
  const { buyer, seller, locale } = invoice
  const width = 255
  const sender = [seller.name, seller.street, [seller.postalCode, seller.city].filter(Boolean).join(' ')]
  write(sheet, sender.filter(Boolean).join(' · '), { size: 6.5, color: muted, width, most: 1 })
  doc.y += 4
  write(sheet, buyer.name ?? '–', { font: 'bold', size: 10.5, width })
  if (buyer.contactName) write(sheet, buyer.contactName, { size: 10, width })
  const { country } = buyer
  const structured = addressLines({ ...buyer, country: country === seller.country ? null : country }, locale)
  const lines = !buyer.street && !buyer.city ? [buyer.address] : structured
  for (const line of lines) if (line) write(sheet, line, { size: 10, width, most: 12 })
}

function drawFacts(sheet: Sheet) {
  const { doc, writer, words, invoice } = sheet
  const { period, corrects, matter, buyer, lines } = invoice
  const members = new Set(lines.flatMap(({ member }) => (member ? [member.name] : [])))
  const rows: readonly (readonly [string, string | null | undefined])[] = [
    [words.issued, writer.day(invoice.issued)],
    [words.due, invoice.due && writer.day(invoice.due)],
    [words.period, period && writer.days(period.from, period.to)],
    [words.corrects, corrects && `${corrects.number}, ${writer.day(corrects.issued)}`],
    [words.reason, invoice.reason],
    [words.matter, matter?.number ? `${matter.number} · ${matter.title}` : matter?.title],
    [words.officialNumber, matter?.officialNumber],
    [words.reference, buyer.reference],
    [words.buyerVatId, buyer.vatId],
    [words.workedBy, members.size === 1 ? [...members][0] : null],
  ]
  for (const [label, value] of rows) {
    if (!value) continue
    const { y } = doc
    write(sheet, label, { size: 8.5, color: muted, left: facts.left, width: facts.label - 6, most: 1 })
    doc.y = y
    write(sheet, value, { size: 8.5, left: facts.left + facts.label, most: 4 })
    doc.y += 2
  }
}

function drawTitle(sheet: Sheet) {
  const { doc } = sheet
  const { y } = doc
  write(sheet, titleOf(sheet), { font: 'bold', size: 19, width: 360, most: 2 })
  const below = doc.y
  let right = rightOf(sheet)
  for (const [text, color] of badgesOf(sheet)) right = drawBadge(sheet, { text, color, right, y: y + 4 }) - 8
  doc.y = below + 12
}

function badgesOf({
  words,
  invoice,
  since: { status, isVoid, paidOn },
  writer,
}: Sheet): readonly (readonly [string, string])[] {
  const paid = paidOn === null ? words.paid : `${words.paid} ${writer.day(paidOn)}`
  return [
    ...(status === 'paid' ? [[paid, paidColor] as const] : []),
    ...(isVoid ? [[words.void, testColor] as const] : []),
    ...(status === 'draft' ? [[words.draft, muted] as const] : []),
    ...(invoice.environment === 'test' ? [['TEST', testColor] as const] : []),
  ]
}

/** Draws a word in a frame. Returns its left end. */
function drawBadge(
  { doc }: Sheet,
  { text, color, right, y }: { text: string; color: string; right: number; y: number },
) {
  const pen = penFor(doc, { font: 'bold', size: 9.5, color })
  const width = pen.widthOf(text) + 18
  doc
    .lineWidth(1)
    .strokeColor(color)
    .roundedRect(right - width, y, width, 21, 4)
    .stroke()
  pen.write(text, { right: right - 9, y: y + 4 })
  doc.strokeColor(ink)
  return right - width
}
