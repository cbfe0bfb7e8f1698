import { paperWordsIn } from '@matterbase/schemas/paper-words'
import type { FrozenInvoice } from '../frozen/frozen-invoice.ts'
import { ciiDay } from './cii-day.ts'
import { ciiLine } from './cii-line.ts'
import { buyerParty, sellerParty } from './cii-parties.ts'
import { ciiSettlement } from './cii-settlement.ts'
import { branch, leaf } from './xml.ts'

const guidelines = {
  xrechnung: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
  facturX: 'urn:cen.eu:en16931:2017',
}

export type CiiProfile = keyof typeof guidelines

const typeCodes = { invoice: '380', credit_note: '381' }

const spaces = Object.entries({
  rsm: 'data:standard:CrossIndustryInvoice',
  ram: 'data:standard:ReusableAggregateBusinessInformationEntity',
  udt: 'data:standard:UnqualifiedDataType',
  qdt: 'data:standard:QualifiedDataType',
}).map(([prefix, name]) => ` xmlns:${prefix}="urn:un:unece:uncefact:${name}:100"`)

/**
 * An invoice as a Cross Industry Invoice (UN/CEFACT CII D16B) by EN 16931: the XML of XRechnung and of Factur-X.
 * It is valid where `missingFor` finds nothing missing.
 */
export function ciiOf(invoice: FrozenInvoice, profile: CiiProfile): string {
  const words = paperWordsIn(invoice.locale)
  const content = [
    branch(
      'rsm:ExchangedDocumentContext',
      // The process of Peppol and XRechnung for buyers without one of their own.
      branch(
        'ram:BusinessProcessSpecifiedDocumentContextParameter',
        leaf('ram:ID', 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'),
      ),
      branch('ram:GuidelineSpecifiedDocumentContextParameter', leaf('ram:ID', guidelines[profile])),
    ),
    branch(
      'rsm:ExchangedDocument',
      leaf('ram:ID', invoice.number),
      leaf('ram:TypeCode', typeCodes[invoice.kind]),
      branch('ram:IssueDateTime', ciiDay('udt', invoice.issued)),
      [invoice.reason, invoice.note].map((note) => branch('ram:IncludedNote', leaf('ram:Content', note))),
    ),
    branch(
      'rsm:SupplyChainTradeTransaction',
      invoice.lines.map((line, index) => ciiLine(line, index + 1, { digits: invoice.digits, words })),
      branch(
        'ram:ApplicableHeaderTradeAgreement',
        leaf('ram:BuyerReference', invoice.buyer.reference),
        sellerParty(invoice),
        buyerParty(invoice),
      ),
      branch(
        'ram:ApplicableHeaderTradeDelivery',
        branch(
          'ram:ActualDeliverySupplyChainEvent',
          branch('ram:OccurrenceDateTime', ciiDay('udt', invoice.period?.to ?? invoice.issued)),
        ),
      ),
      ciiSettlement(invoice, words),
    ),
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rsm:CrossIndustryInvoice${spaces.join('')}>\n${content.join('\n')}\n</rsm:CrossIndustryInvoice>\n`
}
