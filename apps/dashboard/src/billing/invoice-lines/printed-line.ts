import { decimalOf, isLess, isZero, productOf, unitsOf } from '@matterbase/schemas/decimal'
import { lineNet } from '@matterbase/schemas/invoice-totals'
import type { TypedLine } from '@matterbase/schemas/invoice-totals'

/** A line as the invoice shows it: quantity × price less the discount is the amount. Decimals. */
interface PrintedLine {
  readonly quantity: string
  readonly price: string
  readonly discount: string
  /** True if the amount is more than quantity × price, so that the line is one piece at this price. */
  readonly isFlat: boolean
}

interface Figures {
  readonly quantity: string
  readonly unit_price: string
  readonly net: string
}

/** The figures of a line on paper, as the server computes them. */
export function printedLine({ quantity, unit_price: price, net }: Figures, digits: number): PrintedLine {
  const gross = quantity === '' || price === '' ? undefined : decimalOf(productOf(quantity, price, digits), digits)
  if (gross === undefined || isLess(gross, net)) return { quantity: '1', price: net, discount: '0', isFlat: true }
  const discount = decimalOf(unitsOf(gross, digits) - unitsOf(net, digits), digits)
  return { quantity, price, discount, isFlat: false }
}

/** The most decimal places of a price that is proposed. */
const mostPlaces = 4

/** The price at which a quantity has exactly this amount. Undefined if it has too many decimal places. */
function priceFor(quantity: string, net: string, digits: number): string | undefined {
  const places = mostPlaces + digits
  const divisor = unitsOf(quantity, places)
  if (divisor === 0n) return undefined
  const price = decimalOf((unitsOf(net, places) * 10n ** BigInt(mostPlaces)) / divisor, mostPlaces)
  const plain = price.replace(/\.?0+$/, '')
  return productOf(quantity, plain, digits) === unitsOf(net, digits) ? plain : undefined
}

/** How a typed amount differs from quantity × price less the discount. Undefined if it does not. */
export function typedAmount(line: TypedLine, digits: number) {
  const { quantity, unit_price: price, net } = line
  const counted = lineNet({ ...line, net: '' }, digits)
  if (counted === undefined || net === '' || lineNet(line, digits) === undefined) return undefined
  if (isZero(decimalOf(unitsOf(counted, digits) - unitsOf(net, digits), digits))) return undefined
  return {
    ...printedLine(line, digits),
    gross: decimalOf(productOf(quantity, price, digits), digits),
    proposed: priceFor(quantity, net, digits),
  }
}
