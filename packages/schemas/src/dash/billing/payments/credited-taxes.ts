import { decimalOf, isLess, isNegative, negated, percentOf, plain, sumOf, unitsOf } from '../decimal.ts'
import type { TaxCategory } from '../../../resources/tax-rates.ts'

/** A tax on an invoice, or on credit notes; amounts are decimals. */
export interface LinesTax {
  readonly category: TaxCategory
  readonly percent: string
  /** The sum of the lines. */
  readonly base: string
  readonly tax: string
}

interface Crediting<T extends LinesTax> {
  /** The taxes on the invoice. */
  readonly invoiced: readonly T[]
  /** Taxes that earlier credit notes of the same invoice credited. */
  readonly before: readonly LinesTax[]
  /** Taxes that the new credit note credits. */
  readonly lines: readonly (Pick<LinesTax, 'category' | 'percent'> & { readonly net: string })[]
  /** Digits behind the point of the invoice's amounts. */
  readonly digits: number
}

interface Credited<T> {
  readonly taxes: readonly T[]
  readonly totals: { readonly net: string; readonly tax: string; readonly total: string }
  /** True if the whole invoice is credited. */
  readonly isRest: boolean
}

type Taxed = Pick<LinesTax, 'category' | 'percent'>

const keyOf = ({ category, percent }: Taxed) => `${category} ${plain(percent)}`
const sum = (decimals: readonly string[]) => decimals.reduce(sumOf, '0')

/**
 * The taxes on a credit note. Each is the tax on all credited amounts, less the tax that earlier credit notes credited,
 * because taxes that are rounded for each credit note would not add up to those of the invoice. A negative line of the
 * invoice reduces its credit notes too.
 *
 * @returns undefined when more is credited than is left of the invoice, by tax.
 */
export function creditedTaxes<T extends LinesTax>(crediting: Crediting<T>): Credited<T> | undefined {
  const { invoiced, before, lines, digits } = crediting
  const keys = new Set(lines.map(keyOf))
  const taxes: T[] = []
  const isWhole = invoiced.map((of) => {
    const isSame = (other: Taxed) => keyOf(other) === keyOf(of)
    const base = sum(lines.filter(isSame).map(({ net }) => net))
    const earlier = before.filter(isSame)
    const baseByNow = sumOf(base, sum(earlier.map((one) => one.base)))
    if (keys.delete(keyOf(of)))
      taxes.push({
        ...of,
        base,
        tax: taxOn(of, { base, baseByNow, earlier: sum(earlier.map((one) => one.tax)) }, digits),
      })
    const [most, now] = isNegative(of.base) ? [negated(of.base), negated(baseByNow)] : [of.base, baseByNow]
    return isLess(now, '0') || isLess(most, now) ? undefined : !isLess(now, most)
  })
  const net = sum(taxes.map(({ base }) => base))
  const tax = sum(taxes.map((one) => one.tax))
  const total = sumOf(net, tax)
  if (keys.size > 0 || isWhole.includes(undefined) || isNegative(total)) return undefined
  return { taxes, totals: { net, tax, total }, isRest: !isWhole.includes(false) }
}

/** The net amount that is left to credit of the first tax of which too much would be credited. */
export function creditLeft({ invoiced, before, lines }: Omit<Crediting<LinesTax>, 'digits'>) {
  for (const of of invoiced) {
    const isSame = (other: Taxed) => keyOf(other) === keyOf(of)
    const left = sumOf(of.base, negated(sum(before.filter(isSame).map(({ base }) => base))))
    const wanted = sum(lines.filter(isSame).map(({ net }) => net))
    if (isNegative(of.base) ? isLess(wanted, left) : isLess(left, wanted)) return { percent: plain(of.percent), left }
  }
  return undefined
}

interface Part {
  readonly base: string
  /** With all that was credited before. */
  readonly baseByNow: string
  /** The tax that was credited before. */
  readonly earlier: string
}

function taxOn(of: LinesTax, { base, baseByNow, earlier }: Part, digits: number): string {
  const isOff = isNegative(of.base)
  const turned = (decimal: string) => (isOff ? negated(decimal) : decimal)
  const tax =
    taxBy({ base: turned(of.base), percent: of.percent, tax: turned(of.tax) }, turned(baseByNow), digits) -
    unitsOf(turned(earlier), digits)
  // Earlier versions rounded each credit note up; what they credited too much is not credited again.
  const isTooMuch = tax < 0n && !isLess(turned(base), '0')
  return decimalOf(isTooMuch ? 0n : isOff ? -tax : tax, digits)
}

/** The tax on a part of an invoice; on all of it, that of the invoice. In units of the smallest coin. */
function taxBy({ base, percent, tax }: Omit<LinesTax, 'category'>, part: string, digits: number): bigint {
  const most = unitsOf(tax, digits)
  const exact = percentOf(part, percent, digits)
  return isLess(part, base) && exact < most ? exact : most
}
