import { unitsOf } from '@matterbase/schemas/decimal'
import { digitsOf } from '@matterbase/schemas/writing'
import { readXml } from './xml-tree.ts'
import type { XmlElement } from './xml-tree.ts'

/** The values that the rules check, read from the file alone. */
export interface Cii {
  readonly header: XmlElement
  readonly guideline: string
  readonly agreement: XmlElement
  readonly seller: XmlElement
  readonly buyer: XmlElement
  readonly settlement: XmlElement
  readonly sums: XmlElement
  readonly taxes: readonly XmlElement[]
  readonly lines: readonly XmlElement[]
  /** Behind the point of its amounts. */
  readonly digits: number
}

export type Rules = Readonly<Record<string, (cii: Cii) => boolean>>

/** Takes a Cross Industry Invoice apart. */
export function readCii(xml: string): Cii {
  const nothing = readXml('')
  const [file = nothing] = readXml(xml).all('CrossIndustryInvoice')
  const at = (of: XmlElement, ...path: string[]) => of.all(...path)[0] ?? nothing
  const trade = at(file, 'SupplyChainTradeTransaction')
  const agreement = at(trade, 'ApplicableHeaderTradeAgreement')
  const settlement = at(trade, 'ApplicableHeaderTradeSettlement')
  return {
    header: at(file, 'ExchangedDocument'),
    guideline: file.textAt('ExchangedDocumentContext', 'GuidelineSpecifiedDocumentContextParameter', 'ID'),
    agreement,
    seller: at(agreement, 'SellerTradeParty'),
    buyer: at(agreement, 'BuyerTradeParty'),
    settlement,
    sums: at(settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation'),
    taxes: settlement.all('ApplicableTradeTax'),
    lines: trade.all('IncludedSupplyChainTradeLineItem'),
    digits: digitsOf(settlement.textAt('InvoiceCurrencyCode')),
  }
}

export const cents = (text: string) => unitsOf(text, 2)
export const sum = (texts: readonly string[]) => texts.reduce((total, text) => total + cents(text), 0n)
export const hasAll = (of: readonly XmlElement[], ...path: string[]) => of.every((one) => one.textAt(...path) !== '')

export const ofLine = ['SpecifiedLineTradeSettlement'] as const
export const taxOfLine = [...ofLine, 'ApplicableTradeTax'] as const
export const netOf = (line: XmlElement) =>
  line.textAt(...ofLine, 'SpecifiedTradeSettlementLineMonetarySummation', 'LineTotalAmount')
export const allowanceOf = (line: XmlElement) =>
  line.textAt(...ofLine, 'SpecifiedTradeAllowanceCharge', 'ActualAmount') || '0'
export const priceOf = (line: XmlElement) =>
  line.textAt('SpecifiedLineTradeAgreement', 'NetPriceProductTradePrice', 'ChargeAmount')
export const quantityOf = (line: XmlElement) => line.all('SpecifiedLineTradeDelivery', 'BilledQuantity')[0]
export const registered = (party: XmlElement, scheme: 'VA' | 'FC') =>
  party.all('SpecifiedTaxRegistration', 'ID').filter(({ attributes }) => attributes.includes(`"${scheme}"`))
