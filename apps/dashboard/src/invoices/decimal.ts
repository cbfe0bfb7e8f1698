import { readNumber } from '../components/forms/number-as-typed.ts'

/** A decimal number, exactly: `digits` / 10^`scale`. */
interface Decimal {
  readonly digits: bigint
  readonly scale: number
}

/** What was typed as a number of 0 or more; undefined when it is none. */
function decimalOf(text: string): Decimal | undefined {
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(readNumber(text) ?? '') ?? []
  return whole === undefined ? undefined : { digits: BigInt(whole + fraction), scale: fraction.length }
}

function textOf({ digits, scale }: Decimal): string {
  const text = String(digits).padStart(scale + 1, '0')
  const at = text.length - scale
  const fraction = text.slice(at).replace(/0+$/, '').padEnd(2, '0')
  return `${text.slice(0, at).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')}.${fraction}`
}

/** Hours × rate, rounded half up to cents as the server does it; undefined when one is no number. */
function product(hours: string, rate: string): Decimal | undefined {
  const [a, b] = [decimalOf(hours), decimalOf(rate)]
  if (!a || !b) return undefined
  const [digits, scale] = [a.digits * b.digits, a.scale + b.scale]
  if (scale <= 2) return { digits, scale }
  const unit = 10n ** BigInt(scale - 2)
  return { digits: (digits + unit / 2n) / unit, scale: 2 }
}

export interface TypedLine {
  readonly hours: string
  readonly rate: string
  readonly amount: string
}

const amountOf = ({ hours, rate, amount }: TypedLine) => decimalOf(amount) ?? product(hours, rate)

/** The amount of a line as text; undefined while it is not known. */
export function lineAmount(line: TypedLine): string | undefined {
  const amount = amountOf(line)
  return amount && textOf(amount)
}

/** The total of lines as text. */
export function totalOf(lines: readonly TypedLine[]): string {
  const zero: Decimal = { digits: 0n, scale: 0 }
  const total = lines.reduce<Decimal>((sum, line) => {
    const amount = amountOf(line) ?? zero
    const scale = Math.max(sum.scale, amount.scale)
    const at = (value: Decimal) => value.digits * 10n ** BigInt(scale - value.scale)
    return { digits: at(sum) + at(amount), scale }
  }, zero)
  return textOf(total)
}
