import type { FrozenInvoice, FrozenTax } from '../frozen/frozen-invoice.ts'
import { ciiDay } from './cii-day.ts'
import { decimalOf, plain, unitsOf } from '@matterbase/schemas/decimal'
import { branch, leaf } from './xml.ts'

/** How it is to be paid, its taxes and its totals. */
export function ciiSettlement(invoice: FrozenInvoice) {
  const { number, currency, digits, payment, taxes, totals, period, due, corrects } = invoice
  const amount = (decimal: string) => decimalOf(unitsOf(decimal, digits), digits)
  return branch(
    'ram:ApplicableHeaderTradeSettlement',
    leaf('ram:PaymentReference', number),
    leaf('ram:InvoiceCurrencyCode', currency),
    payment.iban && paymentMeans(invoice),
    taxes.map((tax) => tradeTax(tax, amount)),
    period &&
      branch(
        'ram:BillingSpecifiedPeriod',
        branch('ram:StartDateTime', ciiDay('udt', period.from)),
        branch('ram:EndDateTime', ciiDay('udt', period.to)),
      ),
    branch(
      'ram:SpecifiedTradePaymentTerms',
      due === null ? leaf('ram:Description', 'Due on receipt') : branch('ram:DueDateDateTime', ciiDay('udt', due)),
    ),
    branch(
      'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
      leaf('ram:LineTotalAmount', amount(totals.net)),
      leaf('ram:TaxBasisTotalAmount', amount(totals.net)),
      leaf('ram:TaxTotalAmount', amount(totals.tax), `currencyID="${currency ?? ''}"`),
      leaf('ram:GrandTotalAmount', amount(totals.total)),
      leaf('ram:DuePayableAmount', amount(totals.total)),
    ),
    corrects &&
      branch(
        'ram:InvoiceReferencedDocument',
        leaf('ram:IssuerAssignedID', corrects.number),
        branch('ram:FormattedIssueDateTime', ciiDay('qdt', corrects.issued)),
      ),
  )
}

/** The standard has a fixed reason for two categories (BR-AE-10, BR-O-10). */
const ownReasons = { S: null, Z: null, E: null, AE: 'Reverse charge', O: 'Not subject to VAT' } as const

const reasonOf = (category: FrozenTax['category'], reason: string | null) =>
  category === 'S' || category === 'Z' ? null : reason?.trim() || ownReasons[category]

/** A SEPA transfer for euros, any other transfer for what else there is. */
const paymentMeans = ({ currency, payment: { iban, bic, accountHolder } }: FrozenInvoice) =>
  branch(
    'ram:SpecifiedTradeSettlementPaymentMeans',
    leaf('ram:TypeCode', currency === 'EUR' ? '58' : '30'),
    branch('ram:PayeePartyCreditorFinancialAccount', leaf('ram:IBANID', iban), leaf('ram:AccountName', accountHolder)),
    branch('ram:PayeeSpecifiedCreditorFinancialInstitution', leaf('ram:BICID', bic)),
  )

const tradeTax = ({ category, percent, base, tax, reason }: FrozenTax, amount: (decimal: string) => string) =>
  branch(
    'ram:ApplicableTradeTax',
    leaf('ram:CalculatedAmount', amount(tax)),
    leaf('ram:TypeCode', 'VAT'),
    leaf('ram:ExemptionReason', reasonOf(category, reason)),
    leaf('ram:BasisAmount', amount(base)),
    leaf('ram:CategoryCode', category),
    leaf('ram:RateApplicablePercent', plain(percent)),
  )
