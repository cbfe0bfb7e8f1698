import { decimalOf, isDecimal, isZero, percentOf, productOf, sumOf } from './decimal.ts'

/** A line of an invoice while it is typed: decimals with a point, or empty strings. */
export interface TypedLine {
  readonly quantity: string
  readonly unit_price: string
  readonly discount_percent: string
  /** Replaces quantity × price less the discount. */
  readonly net: string
  /** Category and percent, `S 19`. Empty without a tax. */
  readonly tax: string
}

/** True if each figure of a line is a decimal or empty. */
export const isReadable = ({ quantity, unit_price: price, discount_percent: discount, net }: TypedLine) =>
  [quantity, price, discount, net].every((text) => text === '' || isDecimal(text))

/** The amount of a line without tax, as PostgreSQL computes it. Undefined until the figures suffice. */
export function lineNet(line: TypedLine, digits: number): string | undefined {
  const { quantity, unit_price: price, discount_percent: discount, net } = line
  if (!isReadable(line)) return undefined
  if (net !== '') return net
  if (quantity === '' || price === '') return undefined
  const gross = productOf(quantity, price, digits)
  return decimalOf(gross - percentOf(decimalOf(gross, digits), discount || '0', digits), digits)
}

/** The totals of an invoice, as PostgreSQL computes them: each tax is rounded once, on the sum of its lines. */
export function invoiceTotals(lines: readonly TypedLine[], digits: number) {
  const bases = new Map<string, string>()
  for (const line of lines) bases.set(line.tax, sumOf(bases.get(line.tax) ?? '0', lineNet(line, digits) ?? '0'))
  const taxes = [...bases].flatMap(([tax, base]) => {
    const percent = tax.split(' ')[1] ?? '0'
    return isZero(percent) ? [] : [{ percent, tax: decimalOf(percentOf(base, percent, digits), digits) }]
  })
  const net = [...bases.values()].reduce(sumOf, '0')
  return { net, taxes, total: taxes.reduce((sum, { tax }) => sumOf(sum, tax), net) }
}
