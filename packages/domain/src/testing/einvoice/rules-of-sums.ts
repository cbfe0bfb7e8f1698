import { percentOf, productOf, unitsOf } from '@matterbase/schemas/decimal'
import { allowanceOf, cents, netOf, priceOf, quantityOf, sum } from './cii-reader.ts'
import type { Rules } from './cii-reader.ts'

/** The sums that must be equal. */
export const rulesOfSums: Rules = {
  'PEPPOL-EN16931-R120': ({ lines, digits }) =>
    lines.every((line) => {
      const whole = productOf(quantityOf(line)?.text || '0', priceOf(line) || '0', digits)
      return whole - unitsOf(allowanceOf(line), digits) === unitsOf(netOf(line), digits)
    }),
  'BR-CO-10': ({ sums, lines }) => sum(lines.map(netOf)) === cents(sums.textAt('LineTotalAmount')),
  'BR-CO-13': ({ sums }) => cents(sums.textAt('LineTotalAmount')) === cents(sums.textAt('TaxBasisTotalAmount')),
  'BR-CO-14': ({ sums, taxes }) =>
    sum(taxes.map((tax) => tax.textAt('CalculatedAmount'))) === cents(sums.textAt('TaxTotalAmount')),
  'BR-CO-15': ({ sums }) =>
    sum([sums.textAt('TaxBasisTotalAmount'), sums.textAt('TaxTotalAmount')]) === cents(sums.textAt('GrandTotalAmount')),
  'BR-CO-16': ({ sums }) => cents(sums.textAt('GrandTotalAmount')) === cents(sums.textAt('DuePayableAmount')),
  'BR-CO-17': ({ taxes, digits }) =>
    taxes.every((tax) => {
      const percent = tax.textAt('RateApplicablePercent') || '0'
      return percentOf(tax.textAt('BasisAmount'), percent, digits) === unitsOf(tax.textAt('CalculatedAmount'), digits)
    }),
  'BR-DEC': ({ sums, taxes, lines }) =>
    [
      ...['LineTotalAmount', 'TaxBasisTotalAmount', 'TaxTotalAmount', 'GrandTotalAmount', 'DuePayableAmount'].map(
        (name) => sums.textAt(name),
      ),
      ...taxes.flatMap((tax) => [tax.textAt('BasisAmount'), tax.textAt('CalculatedAmount')]),
      ...lines.flatMap((line) => [netOf(line), allowanceOf(line)]),
    ].every((amount) => /^-?\d+(?:\.\d\d?)?$/.test(amount)),
}
