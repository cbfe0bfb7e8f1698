import { mannerNow } from '../../api/manner.ts'
import { isUnread } from '../../components/forms/typed/unread.ts'

/** A decimal number, exactly: `digits` / 10^`scale`. */
interface Decimal {
  readonly digits: bigint
  readonly scale: number
}

const zero: Decimal = { digits: 0n, scale: 0 }

/** The value of a box; undefined where it is empty or cannot be read. */
function decimalOf(text: string): Decimal | undefined {
  const [, whole, fraction = ''] = /^(-?\d+)(?:\.(\d+))?$/.exec(text) ?? []
  return whole === undefined ? undefined : { digits: BigInt(whole + fraction), scale: fraction.length }
}

/** With a point, and so many digits behind it at least. */
export function textOf({ digits, scale }: Decimal, least: number): string {
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0')
  const at = text.length - scale
  const fraction = text.slice(at).replace(/0+$/, '').padEnd(least, '0')
  return `${digits < 0n ? '-' : ''}${text.slice(0, at)}${fraction && `.${fraction}`}`
}

const at = ({ digits, scale }: Decimal, wanted: number) => digits * 10n ** BigInt(wanted - scale)

function plus(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  return { digits: at(a, scale) + at(b, scale), scale }
}

function minus(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  return { digits: at(a, scale) - at(b, scale), scale }
}

/** The product rounded half up, away from 0, as the server does it. */
function product(a: Decimal, b: Decimal, most: number): Decimal {
  const [digits, scale] = [a.digits * b.digits, a.scale + b.scale]
  if (scale <= most) return { digits, scale }
  const unit = 10n ** BigInt(scale - most)
  return { digits: (digits + (digits < 0n ? -unit : unit) / 2n) / unit, scale: most }
}

const percentOf = (a: Decimal, percent: Decimal, most: number) =>
  product(a, { digits: percent.digits, scale: percent.scale + 2 }, most)

export interface TypedLine {
  readonly quantity: string
  readonly unit_price: string
  readonly discount_percent: string
  readonly net: string
  /** `S 19`; empty: none. */
  readonly tax: string
}

/** The same as the firm writes it: `1.250,50`. */
export const written = (value: Decimal, least: number) =>
  new Intl.NumberFormat(mannerNow().locale, { minimumFractionDigits: least, maximumFractionDigits: 20 }).format(
    textOf(value, least) as `${number}`,
  )

/** Whether all figures of a line can be read. */
export const isLineRead = ({ quantity, unit_price: price, discount_percent: discount, net }: TypedLine) =>
  ![quantity, price, discount, net].some(isUnread)

/** The amount of a line without tax; undefined while it is not known. */
export function netOf(line: TypedLine, digits: number) {
  const { quantity, unit_price: price, discount_percent: discount, net } = line
  if (!isLineRead(line)) return undefined
  const said = decimalOf(net)
  if (said) return said
  const [hours, rate] = [decimalOf(quantity), decimalOf(price)]
  if (!hours || !rate) return undefined
  const gross = product(hours, rate, digits)
  return minus(gross, percentOf(gross, decimalOf(discount) ?? zero, digits))
}

/** What lines come to, as the server will count it: each tax is rounded once. */
export function totalsOf(lines: readonly TypedLine[], digits: number) {
  const bases = new Map<string, Decimal>()
  for (const line of lines) bases.set(line.tax, plus(bases.get(line.tax) ?? zero, netOf(line, digits) ?? zero))
  const taxes = [...bases].flatMap(([tax, base]) => {
    const percent = decimalOf(tax.split(' ')[1] ?? '') ?? zero
    return percent.digits === 0n ? [] : [{ percent: tax.split(' ')[1] ?? '', tax: percentOf(base, percent, digits) }]
  })
  const net = [...bases.values()].reduce(plus, zero)
  return { net, taxes, total: taxes.reduce((sum, { tax }) => plus(sum, tax), net) }
}

/** An amount on what is owed, in the order given; empty where nothing is left for it. */
export function shareOut(amount: string, owed: readonly string[]): string[] {
  let rest = decimalOf(amount) ?? zero
  return owed.map((text) => {
    const wanted = decimalOf(text) ?? zero
    const part = minus(rest, wanted).digits < 0n ? rest : wanted
    rest = minus(rest, part)
    return part.digits === 0n ? '' : textOf(part, 0)
  })
}

/** What is left of an amount beyond what it is for; undefined where nothing is, or where a figure cannot be read. */
export function restOf(amount: string, owed: readonly string[]): string | undefined {
  const whole = decimalOf(amount)
  if (!whole || owed.some(isUnread)) return undefined
  const rest = owed.reduce((left, text) => minus(left, decimalOf(text) ?? zero), whole)
  return rest.digits > 0n ? textOf(rest, 0) : undefined
}
