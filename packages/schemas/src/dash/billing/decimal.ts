/** A decimal number, exactly: `value` / 10^`scale`. */
interface Decimal {
  readonly value: bigint
  readonly scale: number
}

/** @throws TypeError for what PostgreSQL does not write as a decimal. */
function read(text: string): Decimal {
  const [, sign, whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (sign === undefined) throw new TypeError(`No decimal: ${text}`)
  return { value: BigInt(`${sign}${whole}${fraction}`), scale: fraction.length }
}

/** Rounded half up, away from zero, as PostgreSQL rounds. */
function at({ value, scale }: Decimal, digits: number): bigint {
  if (scale <= digits) return value * 10n ** BigInt(digits - scale)
  const unit = 10n ** BigInt(scale - digits)
  return (value + (value < 0n ? -unit : unit) / 2n) / unit
}

/** `12.345` with 2 digits → `1235n`, rounded. */
export const unitsOf = (text: string, digits: number): bigint => at(read(text), digits)

/** `1235n` with 2 digits → `12.35`. */
export function decimalOf(units: bigint, digits: number): string {
  const text = String(units < 0n ? -units : units).padStart(digits + 1, '0')
  const point = text.length - digits
  return `${units < 0n ? '-' : ''}${text.slice(0, point)}${digits > 0 ? `.${text.slice(point)}` : ''}`
}

/** The product of two decimals in units of 10^-`digits`, rounded once. */
export function productOf(a: string, b: string, digits: number): bigint {
  const [one, other] = [read(a), read(b)]
  return at({ value: one.value * other.value, scale: one.scale + other.scale }, digits)
}

/** A share of a decimal in percent, in units of 10^-`digits`, rounded once. */
export function percentOf(base: string, percent: string, digits: number): bigint {
  const [one, other] = [read(base), read(percent)]
  return at({ value: one.value * other.value, scale: one.scale + other.scale + 2 }, digits)
}

/** Whether nothing stands behind so many digits. */
export const isWhole = (text: string, digits: number): boolean =>
  unitsOf(text, digits) * 10n ** 20n === unitsOf(text, digits + 20)

export const isNegative = (text: string): boolean => read(text).value < 0n
export const isZero = (text: string): boolean => read(text).value === 0n
export const negated = (text: string): string => (text.startsWith('-') ? text.slice(1) : `-${text}`)

/** Without zeros that say nothing: `2.500` → `2.5`. */
export const plain = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

/** The sum of two decimals, exactly. */
export function sumOf(a: string, b: string): string {
  const [one, other] = [read(a), read(b)]
  const scale = Math.max(one.scale, other.scale)
  return decimalOf(at(one, scale) + at(other, scale), scale)
}
