import { hasAll, netOf, ofLine, priceOf, quantityOf, registered, taxOfLine } from './cii-reader.ts'
import type { Rules } from './cii-reader.ts'
import type { XmlElement } from './xml-tree.ts'

const isPeriod = (of: XmlElement) => {
  const [from, to] = ['StartDateTime', 'EndDateTime'].map((name) => of.textAt(name, 'DateTimeString')) as [
    string,
    string,
  ]
  return from !== '' && from <= to
}

/** The required fields. */
export const rulesOfFields: Rules = {
  'BR-01': ({ guideline }) => guideline !== '',
  'BR-02': ({ header }) => header.textAt('ID') !== '',
  'BR-03': ({ header }) => /^\d{8}$/.test(header.textAt('IssueDateTime', 'DateTimeString')),
  'BR-04': ({ header }) => ['380', '381'].includes(header.textAt('TypeCode')),
  'BR-05': ({ settlement }) => /^[A-Z]{3}$/.test(settlement.textAt('InvoiceCurrencyCode')),
  'BR-06': ({ seller }) => seller.textAt('Name') !== '',
  'BR-07': ({ buyer }) => buyer.textAt('Name') !== '',
  'BR-09': ({ seller }) => /^[A-Z]{2}$/.test(seller.textAt('PostalTradeAddress', 'CountryID')),
  'BR-11': ({ buyer }) => /^[A-Z]{2}$/.test(buyer.textAt('PostalTradeAddress', 'CountryID')),
  'BR-12': ({ sums }) => sums.textAt('LineTotalAmount') !== '',
  'BR-13': ({ sums }) => sums.textAt('TaxBasisTotalAmount') !== '',
  'BR-14': ({ sums }) => sums.textAt('GrandTotalAmount') !== '',
  'BR-15': ({ sums }) => sums.textAt('DuePayableAmount') !== '',
  'BR-16': ({ lines }) => lines.length > 0,
  'BR-21': ({ lines }) => hasAll(lines, 'AssociatedDocumentLineDocument', 'LineID'),
  'BR-22': ({ lines }) => lines.every((line) => quantityOf(line)?.text),
  'BR-23': ({ lines }) => lines.every((line) => /unitCode="\w+"/.test(quantityOf(line)?.attributes ?? '')),
  'BR-24': ({ lines }) => lines.every((line) => netOf(line) !== ''),
  'BR-25': ({ lines }) => hasAll(lines, 'SpecifiedTradeProduct', 'Name'),
  'BR-26': ({ lines }) => lines.every((line) => priceOf(line) !== ''),
  'BR-27': ({ lines }) => lines.every((line) => !priceOf(line).startsWith('-')),
  'BR-29': ({ settlement }) => settlement.all('BillingSpecifiedPeriod').every(isPeriod),
  'BR-30': ({ lines }) => lines.every((line) => line.all(...ofLine, 'BillingSpecifiedPeriod').every(isPeriod)),
  'BR-45': ({ taxes }) => hasAll(taxes, 'BasisAmount'),
  'BR-46': ({ taxes }) => hasAll(taxes, 'CalculatedAmount'),
  'BR-47': ({ taxes }) => hasAll(taxes, 'CategoryCode'),
  'BR-48': ({ taxes }) =>
    hasAll(
      taxes.filter((tax) => tax.textAt('CategoryCode') !== 'O'),
      'RateApplicablePercent',
    ),
  'BR-49': ({ settlement }) => hasAll(settlement.all('SpecifiedTradeSettlementPaymentMeans'), 'TypeCode'),
  'BR-55': ({ settlement }) => hasAll(settlement.all('InvoiceReferencedDocument'), 'IssuerAssignedID'),
  'BR-61': ({ settlement }) =>
    settlement
      .all('SpecifiedTradeSettlementPaymentMeans')
      .filter((means) => /^(?:30|58)$/.test(means.textAt('TypeCode')))
      .every((means) => means.textAt('PayeePartyCreditorFinancialAccount', 'IBANID') !== ''),
  'BR-CO-04': ({ lines }) => hasAll(lines, ...taxOfLine, 'CategoryCode'),
  'BR-CO-09': ({ seller, buyer }) =>
    [...registered(seller, 'VA'), ...registered(buyer, 'VA')].every(({ text }) => /^[A-Z]{2}/.test(text)),
  'BR-CO-18': ({ taxes }) => taxes.length > 0,
  'BR-CO-25': ({ settlement }) => {
    const terms = settlement.all('SpecifiedTradePaymentTerms')
    return terms.some((one) => one.textAt('Description') || one.textAt('DueDateDateTime', 'DateTimeString'))
  },
  'BR-CO-26': ({ seller }) => seller.textAt('ID') !== '' || registered(seller, 'VA').length > 0,
}

const contact = ['DefinedTradeContact'] as const

/** More required fields of XRechnung. */
export const rulesOfXRechnung: Rules = {
  'BR-DE-1': ({ settlement }) => settlement.all('SpecifiedTradeSettlementPaymentMeans').length > 0,
  'BR-DE-3': ({ seller }) => seller.textAt('PostalTradeAddress', 'CityName') !== '',
  'BR-DE-4': ({ seller }) => seller.textAt('PostalTradeAddress', 'PostcodeCode') !== '',
  'BR-DE-5': ({ seller }) => seller.textAt(...contact, 'PersonName') !== '',
  'BR-DE-6': ({ seller }) => seller.textAt(...contact, 'TelephoneUniversalCommunication', 'CompleteNumber') !== '',
  'BR-DE-7': ({ seller }) => seller.textAt(...contact, 'EmailURIUniversalCommunication', 'URIID').includes('@'),
  'BR-DE-8': ({ buyer }) => buyer.textAt('PostalTradeAddress', 'CityName') !== '',
  'BR-DE-9': ({ buyer }) => buyer.textAt('PostalTradeAddress', 'PostcodeCode') !== '',
  'BR-DE-14': ({ taxes }) => hasAll(taxes, 'RateApplicablePercent'),
  'BR-DE-15': ({ agreement }) => agreement.textAt('BuyerReference') !== '',
  'BR-DE-16': ({ seller }) => seller.textAt('ID') !== '' || seller.all('SpecifiedTaxRegistration', 'ID').length > 0,
  'BR-DE-21': ({ guideline }) => guideline === 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
  'PEPPOL-EN16931-R010': ({ buyer }) => buyer.textAt('URIUniversalCommunication', 'URIID') !== '',
  'PEPPOL-EN16931-R020': ({ seller }) => seller.textAt('URIUniversalCommunication', 'URIID') !== '',
}
