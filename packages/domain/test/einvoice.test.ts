import { decimalOf, unitsOf } from '@matterbase/schemas/decimal'
import { describe, expect, it } from 'vitest'
import { ciiOf } from '../src/billing/einvoice/cii.ts'
import { epcOf } from '../src/billing/einvoice/epc.ts'
import { missingFor } from '../src/billing/einvoice/missing.ts'
import { brokenRules } from '../src/billing/einvoice/rules.ts'
import type { FrozenInvoice } from '../src/billing/frozen/frozen-invoice.ts'
import { rulesBrokenBy } from '../src/testing/einvoice/rules-broken-by.ts'
import { completeInvoice, frozen, line, randomInvoice } from '../src/testing/frozen-invoices.ts'

const textsOf = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<ram:${name}(?: [^>]*)?>([^<]*)<`, 'g'))].map(([, text]) => text)
const rulesOf = (invoice: FrozenInvoice) => brokenRules(invoice).map(({ rule }) => rule)
const placesOf = (invoice: FrozenInvoice) => missingFor(invoice, 'xrechnung').map(({ place }) => place)
const ofLine = (more: Partial<Parameters<typeof line>[0]>) =>
  frozen({ currency: 'EUR', lines: [line({ unitPrice: '100', ...more })] })

describe('an e-invoice', () => {
  it.each(['xrechnung', 'facturX'] as const)('is written as ever (%s)', async (profile) => {
    expect(missingFor(completeInvoice, profile)).toEqual([])
    await expect(ciiOf(completeInvoice, profile)).toMatchFileSnapshot(`golden/${profile}.xml`)
  })

  it.each([
    ['de-DE', 'Zahlbar nach Erhalt', 'Steuerschuldnerschaft des Leistungsempfängers', 'Nachlass'],
    ['fr-FR', 'Payable à réception', 'Autoliquidation', 'Remise'],
    ['en-GB', 'Due on receipt', 'Reverse charge', 'Discount'],
  ])('has the words of its language, as the PDF (%s)', (locale, terms, reason, discount) => {
    const lines = [line({ unitPrice: '100', discount: '5', category: 'AE', percent: '0' })]
    const invoice = frozen({ currency: 'EUR', locale, due: null, lines })
    const xml = ciiOf({ ...invoice, taxes: invoice.taxes.map((tax) => ({ ...tax, reason: null })) }, 'facturX')
    expect([
      textsOf(xml, 'Description').at(-1),
      textsOf(xml, 'ExemptionReason').at(-1),
      textsOf(xml, 'Reason').at(-1),
    ]).toEqual([terms, reason, discount])
  })

  it.each(['\u0007', '\u200B', '\u2060\u00AD', '\u3164', '\uFEFF \t'])(
    'has no line of which nothing can be read (%j)',
    (description) => {
      expect(rulesOf(ofLine({ description }))).toEqual(['BR-25'])
      expect(
        missingFor({ ...completeInvoice, buyer: { ...completeInvoice.buyer, city: description } }, 'xrechnung'),
      ).toEqual([{ place: 'client', message: 'The city of the client' }])
    },
  )

  it('corrects an invoice as a credit note', async () => {
    const credit: FrozenInvoice = {
      ...completeInvoice,
      kind: 'credit_note',
      number: 'GS-3',
      corrects: { number: '2026-0042', issued: '2026-11-22' },
      reason: 'Zu viel berechnet',
    }
    expect(missingFor(credit, 'xrechnung')).toEqual([])
    await expect(ciiOf(credit, 'xrechnung')).toMatchFileSnapshot('golden/credit-note.xml')
  })

  it('that is not subject to VAT names no VAT id, and nothing without tax a rate above zero', async () => {
    const outside = frozen({
      currency: 'EUR',
      lines: [line({ unitPrice: '80', category: 'O', percent: '0' })],
    })
    expect(missingFor(outside, 'xrechnung')).toEqual([])
    const xml = ciiOf(outside, 'xrechnung')
    expect(xml).not.toContain('schemeID="VA"')
    // No line has a rate (BR-O-05), and what it comes to has one for XRechnung (BR-DE-14).
    expect(textsOf(xml, 'RateApplicablePercent')).toEqual(['0'])
    await expect(xml).toMatchFileSnapshot('golden/outside-vat.xml')
  })

  it.each([
    ['markup', 'a & b < c > "d" \'e\' ]]> <!-- -->', "a &amp; b &lt; c &gt; &quot;d&quot; 'e' ]]&gt; &lt;!-- --&gt;"],
    ['line breaks', 'one\r\ntwo\n\tthree', 'one two three'],
    ['control characters', 'a\u0001\u0008\u001bb\u0085\ufffe\uffffc', 'abc'],
    ['half characters', 'a\ud800b', 'a\ufffdb'],
    ['right-to-left text', 'שלום \u202eevil', 'שלום \u202eevil'],
    ['10,000 characters', 'x'.repeat(10_000), 'x'.repeat(10_000)],
  ])('carries %s as text', (_name, description, written) => {
    expect(textsOf(ciiOf(ofLine({ description }), 'xrechnung'), 'Name')[0]).toBe(written)
  })

  it('has no empty element, whatever is not known', () => {
    const nothing = Object.fromEntries(Object.keys(completeInvoice.buyer).map((name) => [name, null]))
    const bare = { ...completeInvoice, buyer: { ...completeInvoice.buyer, ...nothing }, note: ' ', matter: null }
    expect(ciiOf(bare, 'facturX')).not.toMatch(/<([a-zA-Z:]+)[^>]*>\s*<\/\1>|\/>/)
  })

  it('has 2,000 lines', () => {
    const lines = Array.from({ length: 2_000 }, () => line({ unitPrice: '0.07', quantity: '0.1' }))
    const xml = ciiOf(frozen({ currency: 'EUR', lines }), 'facturX')
    expect([textsOf(xml, 'LineID').length, textsOf(xml, 'GrandTotalAmount')]).toEqual([2_000, ['23.80']])
  })

  it('says when it is due (BR-CO-25)', () => {
    const xml = ciiOf({ ...completeInvoice, due: null }, 'xrechnung')
    expect([textsOf(xml, 'Description').at(-1), xml.includes('DueDateDateTime')]).toEqual([
      'Zahlbar nach Erhalt',
      false,
    ])
  })

  it('takes a negative price as a negative quantity (BR-27)', () => {
    const xml = ciiOf(ofLine({ unitPrice: '-10', quantity: '2' }), 'xrechnung')
    expect([textsOf(xml, 'ChargeAmount'), textsOf(xml, 'BilledQuantity')]).toEqual([['10'], ['-2']])
  })
})

describe('what is missing', () => {
  it.each([
    ['firm', { seller: { ...completeInvoice.seller, contactName: ' ' } }],
    ['firm', { seller: { ...completeInvoice.seller, phone: '1' } }],
    ['firm', { payment: { ...completeInvoice.payment, iban: null } }],
    ['firm', { seller: { ...completeInvoice.seller, vatId: null, taxNumber: null } }],
    ['client', { buyer: { ...completeInvoice.buyer, reference: null } }],
    ['client', { buyer: { ...completeInvoice.buyer, email: null } }],
    ['client', { buyer: { ...completeInvoice.buyer, city: '' } }],
  ] as const)('is said with where it is filled in: %s', (place, change) => {
    expect(placesOf({ ...completeInvoice, ...change })).toEqual([place])
  })

  it('asks less of a Factur-X than of an XRechnung', () => {
    const { buyer } = completeInvoice
    const less = { ...completeInvoice, buyer: { ...buyer, reference: null, city: null, postalCode: null, email: null } }
    expect([missingFor(less, 'facturX'), placesOf(less)]).toEqual([[], ['client', 'client', 'client', 'client']])
  })

  it('asks for the VAT ids of both for reverse charge', () => {
    const reverse = ofLine({ category: 'AE', percent: '0' })
    expect(placesOf(reverse)).toEqual([])
    const { seller, buyer } = reverse
    const without = { ...reverse, seller: { ...seller, vatId: null }, buyer: { ...buyer, vatId: null } }
    expect(placesOf(without)).toEqual(['firm', 'client'])
  })
})

describe('the rules of EN 16931', () => {
  const { totals, taxes, lines } = completeInvoice
  const [first, ...others] = lines
  const [tax, ...rest] = taxes
  if (!first || !tax) throw new Error('The complete invoice has a line and a tax')
  it.each([
    ['BR-CO-10', { totals: { ...totals, net: '1004.85', total: '1169.61' } }],
    ['BR-CO-14', { totals: { ...totals, tax: decimalOf(unitsOf(totals.tax, 2) + 1n, 2) } }],
    ['BR-CO-15', { totals: { ...totals, total: decimalOf(unitsOf(totals.total, 2) + 1n, 2) } }],
    ['BR-CO-17', { taxes: [{ ...tax, tax: decimalOf(unitsOf(tax.tax, 2) + 1n, 2) }, ...rest] }],
    ['BR-S-08', { taxes: [{ ...tax, base: '1.00' }, ...rest] }],
    ['BR-S-01', { taxes: rest }],
    ['PEPPOL-EN16931-R120', { lines: [{ ...first, net: '600.01' }, ...others] }],
    ['PEPPOL-EN16931-R120', { lines: [{ ...first, net: '600.001' }, ...others] }],
    ['BR-16', { lines: [] }],
  ] as const)('%s is broken by a wrong sum, and refuses the file', (rule, change) => {
    const wrong = { ...completeInvoice, ...change }
    expect(rulesOf(wrong)).toContain(rule)
    expect(missingFor(wrong, 'facturX')).toContainEqual({ place: 'invoice', message: expect.stringContaining(rule) })
  })

  it.each([
    ['BR-S-05', ofLine({ percent: '0' })],
    ['BR-E-05', ofLine({ category: 'E' })],
    ['BR-DEC-12', frozen({ currency: 'KWD', lines: [line({ unitPrice: '1.255' }, 3)] })],
    [
      'BR-O-11',
      frozen({
        currency: 'EUR',
        lines: [line({ unitPrice: '1' }), line({ unitPrice: '1', category: 'O', percent: '0' })],
      }),
    ],
  ])('%s', (rule, invoice) => {
    expect(rulesOf(invoice)).toEqual([rule])
  })

  it('ask why there is no tax (BR-E-10)', () => {
    const silent = (category: 'E' | 'AE' | 'O') => {
      const invoice = ofLine({ category, percent: '0' })
      return { ...invoice, taxes: invoice.taxes.map((one) => ({ ...one, reason: ' ' })) }
    }
    expect([rulesOf(ofLine({ category: 'E', percent: '0' })), rulesOf(silent('E'))]).toEqual([[], ['BR-E-10']])
    // These two say it themselves.
    expect(
      ['AE', 'O'].map((category) => textsOf(ciiOf(silent(category as 'AE' | 'O'), 'facturX'), 'ExemptionReason')),
    ).toEqual([['Reverse charge'], ['Not subject to VAT']])
  })
})

describe('the file of an e-invoice', () => {
  const file = ciiOf(completeInvoice, 'xrechnung')
  const outside = ciiOf(ofLine({ category: 'O', percent: '0' }), 'xrechnung')
  const without = (name: string) => file.replace(new RegExp(`<ram:${name}[ >][\\s\\S]*?</ram:${name}>`), '')
  const instead = (written: string | RegExp, text: string) => file.replace(written, text)

  it('breaks no rule that EN 16931 and XRechnung name', () => {
    const credit: FrozenInvoice = {
      ...completeInvoice,
      kind: 'credit_note',
      corrects: { number: '1', issued: '2026-11-22' },
    }
    const kinds = ['Z', 'E', 'AE'] as const
    const files = [
      file,
      outside,
      ciiOf(credit, 'xrechnung'),
      ciiOf(ofLine({ unitPrice: '-10', quantity: '2' }), 'xrechnung'),
      ...kinds.map((category) => ciiOf(ofLine({ category, percent: '0' }), 'xrechnung')),
    ]
    expect(files.map(rulesBrokenBy)).toEqual(files.map(() => []))
  })

  // Whoever reads the rules from the file itself finds what was written wrong.
  it.each([
    ['BR-06', instead('<ram:Name>Hale &amp; Partner mbB</ram:Name>', '')],
    ['BR-09', instead('<ram:CountryID>DE', '<ram:CountryID>Germany')],
    [
      'BR-16',
      file.replaceAll(/<ram:IncludedSupplyChainTradeLineItem>[\s\S]*<\/ram:IncludedSupplyChainTradeLineItem>/g, ''),
    ],
    ['BR-22', without('BilledQuantity')],
    ['BR-25', instead('<ram:Name>Klageschrift entworfen</ram:Name>', '')],
    ['BR-27', instead('<ram:ChargeAmount>250<', '<ram:ChargeAmount>-250<')],
    [
      'BR-48',
      instead(
        /(<\/ram:BasisAmount>\s*<ram:CategoryCode>S<\/ram:CategoryCode>\s*)<ram:Rate[^/]*\/ram:RateApplicablePercent>/,
        '$1',
      ),
    ],
    ['BR-61', without('IBANID')],
    ['BR-CO-04', without('CategoryCode')],
    ['BR-CO-10', instead('<ram:LineTotalAmount>600.00', '<ram:LineTotalAmount>600.01')],
    ['BR-CO-14', instead(/<ram:CalculatedAmount>\d+/, '<ram:CalculatedAmount>1')],
    ['BR-CO-15', instead(/<ram:GrandTotalAmount>\d+/, '<ram:GrandTotalAmount>1')],
    ['BR-CO-16', instead(/<ram:DuePayableAmount>\d+/, '<ram:DuePayableAmount>1')],
    ['BR-CO-17', instead(/<ram:BasisAmount>\d+/, '<ram:BasisAmount>1')],
    ['BR-CO-25', without('SpecifiedTradePaymentTerms')],
    ['BR-DEC', instead('<ram:LineTotalAmount>600.00', '<ram:LineTotalAmount>600.001')],
    [
      'BR-S-01',
      file
        .replaceAll('<ram:CategoryCode>S<', '<ram:CategoryCode>Z<')
        .replace('<ram:CategoryCode>Z<', '<ram:CategoryCode>S<'),
    ],
    ['BR-S-02', file.replaceAll(/<ram:SpecifiedTaxRegistration>[\s\S]*?<\/ram:SpecifiedTaxRegistration>/g, '')],
    ['BR-S-05', instead('<ram:RateApplicablePercent>19<', '<ram:RateApplicablePercent>0<')],
    ['BR-S-08', instead(/<ram:BasisAmount>\d+/, '<ram:BasisAmount>1')],
    ['BR-O-02', outside.replace('schemeID="FC"', 'schemeID="VA"')],
    ['BR-O-10', outside.replace(/<ram:ExemptionReason>[^<]*<\/ram:ExemptionReason>/, '')],
    ['PEPPOL-EN16931-R120', instead('>2.4</ram:BilledQuantity>', '>2.5</ram:BilledQuantity>')],
    ['BR-DE-6', without('TelephoneUniversalCommunication')],
    ['BR-DE-15', without('BuyerReference')],
  ])('breaks %s when it is wrong', (rule, wrong) => {
    expect(rulesBrokenBy(wrong)).toContain(rule)
  })
})

describe('1,000 random invoices', () => {
  it('come to the same in each file, and break no rule but that of three digits', () => {
    // One comparison for all: a thousand of them take far longer than what they compare.
    const wrong = Array.from({ length: 1_000 }, (_, at) => randomInvoice(at + 1)).filter((invoice) => {
      const { totals, digits } = invoice
      const xml = ciiOf(invoice, 'facturX')
      const sumOf = (texts: readonly (string | undefined)[]) =>
        decimalOf(
          texts.reduce((sum, text) => sum + unitsOf(text ?? '', digits), 0n),
          digits,
        )
      const [ofLines, ofAll] = [textsOf(xml, 'LineTotalAmount').slice(0, -1), textsOf(xml, 'LineTotalAmount').slice(-1)]
      const found = [
        rulesOf(invoice),
        digits > 2 ? [] : rulesBrokenBy(xml),
        textsOf(xml, 'DuePayableAmount'),
        textsOf(xml, 'TaxBasisTotalAmount'),
        textsOf(xml, 'TaxTotalAmount'),
        ofAll,
        sumOf(ofLines),
        sumOf(textsOf(xml, 'CalculatedAmount')),
      ]
      const { net, tax, total } = totals
      const expected = [digits > 2 ? ['BR-DEC-12'] : [], [], [total], [net], [tax], [net], net, tax]
      return JSON.stringify(found) !== JSON.stringify(expected)
    })
    expect(wrong).toEqual([])
  })
})

describe('the code lists of EN 16931', () => {
  it.each([
    ['firm', 'BR-CL-14', { seller: { ...completeInvoice.seller, country: 'UK' } }],
    ['client', 'BR-CL-14', { buyer: { ...completeInvoice.buyer, country: 'ZZ' } }],
    ['firm', 'BR-CO-09', { seller: { ...completeInvoice.seller, vatId: 'EU372012345' } }],
    ['client', 'BR-CO-09', { buyer: { ...completeInvoice.buyer, vatId: 'UK123456789' } }],
    ['client', 'BR-CL-25', { buyer: { ...completeInvoice.buyer, electronicAddress: '9999:abc' } }],
    ['client', 'BR-CL-25', { buyer: { ...completeInvoice.buyer, electronicAddress: '0000:1' } }],
    ['invoice', 'BR-25', { lines: [line({ unitPrice: '1', description: ' \n' })] }],
  ] as const)('keep an invoice back whose %s breaks %s', (place, rule, change) => {
    for (const profile of ['xrechnung', 'facturX'] as const)
      expect(missingFor({ ...completeInvoice, ...change }, profile)).toContainEqual({
        place,
        message: expect.stringContaining(rule),
      })
  })

  it('let through Greece, Northern Ireland, Switzerland and Spain', () => {
    for (const vatId of ['EL123456789', 'XI123456789', 'CHE-116.281.710 MWST', 'ESB12345678'])
      expect(missingFor({ ...completeInvoice, buyer: { ...completeInvoice.buyer, vatId } }, 'xrechnung')).toEqual([])
    const swiss = { ...completeInvoice, buyer: { ...completeInvoice.buyer, vatId: 'CHE-116.281.710 MWST' } }
    expect(ciiOf(swiss, 'xrechnung')).toContain('>CHE116281710MWST<')
  })
})

describe('the code for a transfer', () => {
  it('says who is paid how much for what', () => {
    expect(epcOf(completeInvoice, '1169.61')?.split('\n')).toEqual([
      'BCD',
      '002',
      '1',
      'SCT',
      'COBADEFFXXX',
      'Hale & Partner mbB',
      'DE89370400440532013000',
      'EUR1169.61',
      '',
      '',
      '2026-0042',
    ])
  })

  it.each([
    ['nothing is owed', completeInvoice, '0'],
    ['it is not in euros', { ...completeInvoice, currency: 'CHF' }, '1'],
    ['there is no IBAN', { ...completeInvoice, payment: { ...completeInvoice.payment, iban: null } }, '1'],
    [
      'it has more bytes than a code carries',
      {
        ...completeInvoice,
        number: 'ü'.repeat(120),
        payment: { ...completeInvoice.payment, accountHolder: 'Ä'.repeat(70) },
      },
      '1',
    ],
    ['it is more than a transfer carries', completeInvoice, '1000000000'],
  ])('is left out where %s', (_name, invoice, due) => {
    expect(epcOf(invoice, due)).toBeUndefined()
  })

  it('has no name with a line of its own', () => {
    const invoice = {
      ...completeInvoice,
      number: 'A\nB',
      payment: { ...completeInvoice.payment, accountHolder: 'x\r\ny'.repeat(40) },
    }
    const lines = epcOf(invoice, '1')?.split('\n')
    expect([lines?.length, lines?.[10], lines?.[5]?.length]).toEqual([11, 'A B', 70])
  })
})
