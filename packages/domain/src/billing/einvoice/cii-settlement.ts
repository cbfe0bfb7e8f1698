import { taxReasonIn } from '@matterbase/schemas/paper-words'
import type { PaperWords } from '@matterbase/schemas/paper-words'
import { isInvisible } from '@matterbase/schemas/reading'
import type { FrozenInvoice, FrozenTax } from '../frozen/frozen-invoice.ts'
import { ciiDay } from './cii-day.ts'
import { decimalOf, plain, unitsOf } from '@matterbase/schemas/decimal'
import { branch, leaf } from './xml.ts'

/** How it is to be paid, its taxes and its totals. */
export function ciiSettlement(invoice: FrozenInvoice, words: PaperWords) {
  const { number, currency, digits, payment, taxes, totals, period, due, corrects } = invoice
  const amount = (decimal: string) => decimalOf(unitsOf(decimal, digits), digits)
  return branch(
    'ram:ApplicableHeaderTradeSettlement',
    leaf('ram:PaymentReference', number),
    leaf('ram:InvoiceCurrencyCode', currency),
    payment.iban && paymentMeans(invoice),
    taxes.map((tax) => tradeTax(tax, amount, words)),
    period &&
      branch(
        'ram:BillingSpecifiedPeriod',
        branch('ram:StartDateTime', ciiDay('udt', period.from)),
        branch('ram:EndDateTime', ciiDay('udt', period.to)),
      ),
    branch(
      'ram:SpecifiedTradePaymentTerms',
      due === null ? leaf('ram:Description', words.dueOnReceipt) : branch('ram:DueDateDateTime', ciiDay('udt', due)),
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

/** Two categories are a reason themselves (BR-AE-10, BR-O-10). */
const reasonOf = ({ category, reason }: FrozenTax, words: PaperWords) =>
  category === 'S' || category === 'Z' ? null : isInvisible(reason ?? '') ? taxReasonIn(words, category) : reason

/** A SEPA transfer for euros, any other transfer for what else there is. */
const paymentMeans = ({ currency, payment: { iban, bic, accountHolder } }: FrozenInvoice) =>
  branch(
    'ram:SpecifiedTradeSettlementPaymentMeans',
    leaf('ram:TypeCode', currency === 'EUR' ? '58' : '30'),
    branch('ram:PayeePartyCreditorFinancialAccount', leaf('ram:IBANID', iban), leaf('ram:AccountName', accountHolder)),
    branch('ram:PayeeSpecifiedCreditorFinancialInstitution', leaf('ram:BICID', bic)),
  )

const tradeTax = (of: FrozenTax, amount: (decimal: string) => string, words: PaperWords) =>
  branch(
    'ram:ApplicableTradeTax',
    leaf('ram:CalculatedAmount', amount(of.tax)),
    leaf('ram:TypeCode', 'VAT'),
    leaf('ram:ExemptionReason', reasonOf(of, words)),
    leaf('ram:BasisAmount', amount(of.base)),
    leaf('ram:CategoryCode', of.category),
    leaf('ram:RateApplicablePercent', plain(of.percent)),
  )
