import type { FrozenInvoice, FrozenLine, FrozenTax } from '../frozen/frozen-invoice.ts'
import { isInvisible } from '@matterbase/schemas/reading'
import { decimalOf, isWhole, isZero, percentOf, productOf, unitsOf } from '@matterbase/schemas/decimal'

export interface BrokenRule {
  /** As EN 16931 names it. */
  readonly rule: string
  readonly message: string
}

/**
 * The rules of EN 16931 about amounts and taxes that an invoice breaks. Our own sums follow them, but frozen content
 * from earlier versions stays, and wrong sums must not be sent.
 */
export function brokenRules(invoice: FrozenInvoice): readonly BrokenRule[] {
  const { lines, taxes, totals, digits } = invoice
  const units = (decimal: string) => unitsOf(decimal, digits)
  const sum = (decimals: readonly string[]) => decimals.reduce((total, decimal) => total + units(decimal), 0n)
  const amount = (of: bigint) => decimalOf(of, digits)
  const differs = (rule: string, what: string, expected: bigint, found: string) =>
    expected === units(found) ? [] : [broken(rule, `${what} ${amount(expected)}, but the invoice has ${found}`)]
  const net = sum(lines.map((line) => line.net))
  return [
    ...(lines.length === 0 ? [broken('BR-16', 'The invoice needs at least one line')] : []),
    ...(digits > 2 ? [broken('BR-DEC-12', 'Amounts can have at most two decimal places')] : []),
    ...lines.flatMap((line, index) => [...brokenByLine(line, index, digits), ...unnamed(line, index)]),
    ...differs('BR-CO-10', 'The sum of the lines is', net, totals.net),
    ...differs('BR-CO-13', 'The sum without tax is', sum(taxes.map(({ base }) => base)), totals.net),
    ...differs('BR-CO-14', 'The sum of the taxes is', sum(taxes.map(({ tax }) => tax)), totals.tax),
    ...differs('BR-CO-15', 'The sum with tax is', units(totals.net) + units(totals.tax), totals.total),
    ...taxes.flatMap((tax) => brokenByTax(tax, invoice)),
    ...lines.filter((line) => !taxes.some(isTaxOf(line))).map(untaxed),
    ...brokenByOutsideVat(taxes),
  ]
}

const isTaxOf = (line: Pick<FrozenLine, 'category' | 'percent'>) => (tax: Pick<FrozenTax, 'category' | 'percent'>) =>
  tax.category === line.category && unitsOf(tax.percent, 6) === unitsOf(line.percent, 6)

const broken = (rule: string, message: string): BrokenRule => ({ rule, message })

/** A reader knows a line only by its description. */
const unnamed = ({ description }: FrozenLine, index: number) =>
  isInvisible(description) ? [broken('BR-25', `Line ${index + 1} needs a description`)] : []

/** The printed amount must be the product of the printed factors. */
function brokenByLine({ quantity, unitPrice, discount, net }: FrozenLine, index: number, digits: number) {
  const expected = productOf(quantity, unitPrice, digits) - unitsOf(discount, digits)
  if (expected === unitsOf(net, digits) && isWhole(net, digits) && isWhole(discount, digits)) return []
  const message = `Line ${index + 1} is ${quantity} × ${unitPrice} less ${discount}, but the invoice has ${net}`
  return [broken('PEPPOL-EN16931-R120', message)]
}

function brokenByTax(tax: FrozenTax, { kind, lines, digits }: FrozenInvoice): readonly BrokenRule[] {
  const { category, percent, base } = tax
  const wrongBy = percentOf(base, percent, digits) - unitsOf(tax.tax, digits)
  // The credit notes of an invoice add up to its total, so a single one can be a unit off. EN 16931 allows that.
  const isWrong = kind === 'credit_note' ? wrongBy > 1n || wrongBy < -1n : wrongBy !== 0n
  const ofLines = lines.filter((line) => isTaxOf(line)(tax)).reduce((sum, { net }) => sum + unitsOf(net, digits), 0n)
  const name = `Tax ${category} of ${percent} %`
  return [
    ...(ofLines === unitsOf(base, digits)
      ? []
      : [
          broken(
            `BR-${category}-08`,
            `${name} is on ${base}, but the sum of its lines is ${decimalOf(ofLines, digits)}`,
          ),
        ]),
    ...(isWrong ? [broken('BR-CO-17', `${name} on ${base} cannot be ${tax.tax}`)] : []),
    ...((category === 'S') === isZero(percent)
      ? [broken(`BR-${category}-05`, `${name}: only category S has a percentage, and it must be above 0`)]
      : []),
    ...(category === 'E' && isInvisible(tax.reason ?? '')
      ? [broken('BR-E-10', `${name} needs a reason for the exemption`)]
      : []),
  ]
}

const untaxed = ({ category, percent, description }: FrozenLine) =>
  broken(
    `BR-${category}-01`,
    `The tax ${category} of ${percent} % is missing for the line “${description.slice(0, 80)}”`,
  )

const brokenByOutsideVat = (taxes: readonly FrozenTax[]) =>
  taxes.length > 1 && taxes.some(({ category }) => category === 'O')
    ? [broken('BR-O-11', 'A tax of category O cannot be on one invoice with other taxes')]
    : []
