import { deflateSync } from 'node:zlib'
import type { FrozenInvoice } from '@matterbase/domain'
import { ciiOf, epcOf } from '@matterbase/domain/einvoice'
import { completeInvoice, frozen, line, randomInvoice } from '@matterbase/domain/testing'
import { writerOf } from '@matterbase/schemas/writing'
import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, it } from 'vitest'
import { drawInvoice } from '../src/drawing/draw-invoice.ts'
import { unsettled } from '../src/drawing/printed-invoice.ts'
import type { PrintedInvoice } from '../src/drawing/printed-invoice.ts'
import { png } from './png.ts'

type More = Partial<Omit<PrintedInvoice, 'invoice' | 'since'>> & { readonly since?: Partial<PrintedInvoice['since']> }

const draw = (invoice: FrozenInvoice, { since, ...more }: More = {}) =>
  drawInvoice({
    invoice,
    logo: null,
    epc: epcOf(invoice, invoice.totals.total) ?? null,
    facturX: null,
    ...more,
    since: { ...unsettled, status: 'sent', due: invoice.totals.total, ...since },
  })
const plain = (text: string) => text.replaceAll(/\s+/g, ' ')
async function read(pdf: Uint8Array) {
  const { text, totalPages } = await extractText(new Uint8Array(pdf), { mergePages: false })
  return { pages: text.map((page) => plain(page)), text: plain(text.join(' ')), totalPages }
}
const readDrawn = async (invoice: FrozenInvoice, more?: More) => read(await draw(invoice, more))
const moneyOf = ({ locale, currency }: FrozenInvoice) => {
  const writer = writerOf({ locale, currency, timeZone: null })
  return (decimal: string) => plain(writer.exactMoney(decimal))
}

describe('the PDF of an invoice', () => {
  it('says who bills whom for what, when, and how to pay, as its firm writes', async () => {
    const { text, totalPages } = await readDrawn(completeInvoice)
    expect(totalPages).toBe(1)
    for (const said of [
      'Rechnung 2026-0042',
      'Hale & Partner mbB',
      '10117 Berlin',
      'Bäckerei Żółć GmbH',
      '50667 Köln',
      'Żółć ./. Mühle GmbH',
      '2.–20. Nov. 2026',
      'Klageschrift entworfen 2,4 h 250,00 € 19 % 600,00 €',
      'Nachlass 19,50 €',
      'USt. 19 % auf 853,86 € 162,23 €',
      'Gesamtbetrag 1.177,09 €',
      'Bitte zahlen Sie bis 6. Dez. 2026',
      'DE89 3704 0044 0532 0130 00',
      'Vielen Dank für Ihr Vertrauen.',
      'USt-IdNr. DE123456789 · Steuernummer 30/123/45678',
      '1 / 1',
    ])
      expect(text).toContain(said)
  })

  it.each([
    ['JPY', 'en-US', '¥1,234', '1234'],
    ['KWD', 'en-GB', 'KWD 1,234.567', '1234.567'],
    ['EUR', 'fr-FR', '1 234,50 €', '1234.5'],
  ])('writes %s as in %s', async (currency, locale, written, unitPrice) => {
    const one = line({ unitPrice, category: 'O', percent: '0' }, 3)
    expect((await readDrawn(frozen({ currency, locale, lines: [one] }))).text).toContain(written)
  })

  it.each([
    ['ar-EG', '٢٠٢٦'],
    ['fa-IR', '۲۰۲۶'],
    ['bn-BD', '2026'],
    ['ne-NP', '2026'],
    ['mr-IN', '2026'],
    ['my-MM', '2026'],
    ['hi-IN', '2026'],
    ['th-TH', '2026'],
  ])('has no letter in %s that cannot be shown', async (locale, year) => {
    const { text } = await readDrawn(frozen({ currency: 'EUR', locale, lines: [line({ unitPrice: '411.5' })] }))
    expect(text).not.toContain('\u{fffd}')
    expect(text).toContain(year)
  })

  it.each([
    ['AE', 'de-DE', 'Steuerschuldnerschaft des Leistungsempfängers'],
    ['AE', 'fr-FR', 'Autoliquidation'],
    ['AE', 'en-GB', 'Reverse charge'],
    ['O', 'de-DE', 'Nicht umsatzsteuerbar'],
  ] as const)('says why there is no tax %s in %s', async (category, locale, reason) => {
    const lines = [line({ unitPrice: '1', category, percent: '0' })]
    const invoice = frozen({ currency: 'EUR', locale, lines })
    const taxes = invoice.taxes.map((tax) => ({ ...tax, reason: null }))
    expect((await readDrawn({ ...invoice, taxes })).text).toContain(reason)
  })

  it('keeps a tax on millions apart from what it is on', async () => {
    const { text } = await readDrawn(
      frozen({ currency: 'KWD', locale: 'fr-FR', lines: [line({ unitPrice: '59899334.87' }, 3)] }),
    )
    expect(text).toContain('TVA 19 % sur 59 899 334,870 KWD 11 380 873,625 KWD')
  })

  it('says what was paid, what is left, and that it is void', async () => {
    const part = await readDrawn(completeInvoice, { since: { paid: '100', due: '1077.09' } })
    expect(part.text).toMatch(/Bezahlt 100,00 € Offener Betrag 1\.077,09 €/)
    const paid = await readDrawn(completeInvoice, {
      since: { status: 'paid', paidOn: '2026-12-01', paid: '1177.09', due: '0' },
      epc: null,
    })
    expect(paid.text).toContain('Bezahlt 1. Dez. 2026')
    const gone = await readDrawn(completeInvoice, { since: { status: 'cancelled', isVoid: true, due: '0' }, epc: null })
    expect(gone.text).toContain('Storniert')
    for (const { text } of [paid, gone]) expect(text).not.toContain('Bitte zahlen')
  })

  it('names each member where there are several, with what they worked', async () => {
    const bob = { id: 'b', name: 'Bob Roe', timekeeperId: null, classification: null }
    const lines = [1, 2, 3].map((at) => line({ unitPrice: '100', quantity: '0.5', ...(at > 1 && { member: bob }) }))
    const { text } = await readDrawn(frozen({ currency: 'EUR', lines }))
    expect(text).toContain('Work by person')
    expect(text).toMatch(/Bob Roe 1 h × €100\.00 €100\.00/)
  })

  it('numbers its pages and repeats what it is, with 2,000 lines', async () => {
    const lines = Array.from({ length: 2_000 }, (_, at) => line({ unitPrice: '0.07', description: `Line ${at + 1}.` }))
    const { pages, text, totalPages } = await readDrawn(frozen({ currency: 'EUR', lines }))
    expect(totalPages).toBeGreaterThan(50)
    for (const [at, page] of pages.entries()) {
      expect(page).toContain(`${at + 1} / ${totalPages}`)
      expect(page).toContain('Invoice 2026-0042')
    }
    expect(text).toContain('Line 2000.')
    expect(text).toContain('€166.60')
  })

  it.each([
    ['10,000 characters without a break', 'x'.repeat(10_000), /x{20}/],
    ['control characters', 'a\u0000\u0007b\u001b[31mc', 'ab[31mc'],
    ['what turns text around', 'a\u202eb\u2066c', 'abc'],
    ['what no face has', '漢 \ud800 end', 'end'],
    ['right-to-left text', 'שלום hello', 'hello'],
    ['markup', '<b>&amp;</b> | [] {}', '<b>&amp;</b> | [] {}'],
  ])('prints %s', async (_name, description, written) => {
    const { text } = await readDrawn(frozen({ currency: 'EUR', lines: [line({ unitPrice: '1', description })] }))
    expect(text).toMatch(written)
  })

  it.each([
    ['whole', (pixels: Buffer) => pixels, 1],
    ['cut off', (pixels: Buffer) => pixels.subarray(0, 9), 0],
  ])('has a logo that is %s, or goes without it', async (_name, cut, images) => {
    const pixels = deflateSync(Buffer.alloc(4 * (1 + 4 * 3), 120))
    const pdf = Buffer.from(await draw(completeInvoice, { logo: png(4, 4, cut(pixels)) })).toString('latin1')
    expect(pdf.match(/\/Subtype \/Image/g)?.length ?? 0).toBe(images)
  })

  const seeds = 200
  it(`of ${seeds} random invoices prints each amount that the files say`, async () => {
    const wrong: number[] = []
    for (let seed = 1; seed <= seeds; seed++) {
      const invoice = randomInvoice(seed)
      const { totals, taxes, lines } = invoice
      const { text } = await readDrawn(invoice)
      const money = moneyOf(invoice)
      const isOutside = taxes.every(({ category }) => category === 'O')
      const amounts = [totals.total, ...lines.map(({ net }) => net), ...(isOutside ? [] : [totals.net])]
      const isThere = amounts.every((amount) => text.includes(money(amount)))
      const hasTaxes = isOutside || taxes.every(({ base, tax }) => text.includes(`${money(base)} ${money(tax)}`))
      if (!isThere || !hasTaxes) wrong.push(seed)
    }
    expect(wrong).toEqual([])
  })
})

describe('a Factur-X', () => {
  const invoice = { ...completeInvoice, number: 'A&B <1>', seller: { ...completeInvoice.seller, name: 'Roe & <Sons>' } }
  const xml = ciiOf(invoice, 'facturX')

  it('is a PDF/A-3 with the XML of the invoice as its alternative', async () => {
    const bytes = await draw(invoice, { facturX: xml })
    const pdf = Buffer.from(bytes).toString('latin1')
    expect(pdf.slice(0, 8)).toBe('%PDF-1.7')
    for (const said of [
      '/AFRelationship /Alternative',
      '/UF (factur-x.xml)',
      '/Subtype /text#2Fxml',
      '/ModDate (D:',
      '/S /GTS_PDFA1',
      '<pdfaid:part>3</pdfaid:part>',
      '<pdfaid:conformance>B</pdfaid:conformance>',
      '<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>',
      '<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>',
      'Factur-X PDFA Extension Schema',
    ])
      expect(pdf).toContain(said)
    expect(pdf).toMatch(/\/AF \[\d+ 0 R\]/)
    // Nothing that it is drawn with lies outside of it.
    expect(pdf).not.toMatch(/\/BaseFont \/(?:Helvetica|Times|Courier)/)
    const document = await getDocumentProxy(new Uint8Array(bytes))
    expect(await document.getAttachments()).toHaveProperty('size', 1)
    expect(new TextDecoder().decode((await document.getAttachmentContent('factur-x.xml')) ?? undefined)).toBe(xml)
    const { info, metadata } = await document.getMetadata()
    expect(info).toMatchObject({ Title: 'Rechnung A&B <1>', Author: 'Roe & <Sons>' })
    expect(metadata?.get('dc:title')).toBe('Rechnung A&B <1>')
    expect(pdf).toContain('Rechnung A&#38;B &#60;1&#62;</rdf:li>')
  })

  it('refers to no letter that its faces do not have', async () => {
    const strange = { ...invoice, note: '漢字 😀 \u{10ffff}' }
    const { text } = await readDrawn(strange, { facturX: xml })
    expect(text).toContain('\ufffd')
  })

  it('leaves out a logo in colours for presses', async () => {
    // A frame header with four components, which is all that is looked at.
    const jpeg = new Uint8Array([
      0xff,
      0xd8,
      0xff,
      0xc0,
      0,
      20,
      8,
      0,
      4,
      0,
      4,
      4,
      ...Array<number>(12).fill(1),
      0xff,
      0xd9,
    ])
    const pdf = Buffer.from(await draw(invoice, { facturX: xml, logo: jpeg })).toString('latin1')
    expect(pdf).not.toContain('/DeviceCMYK')
  })
})
