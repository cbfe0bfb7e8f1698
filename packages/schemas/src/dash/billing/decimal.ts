import { Big } from 'big.js'

// Decimals are strings as PostgreSQL writes them, and units are whole numbers of 10^-digits. `round` of Big rounds half
// away from zero, as PostgreSQL does.

const toUnits = (value: Big, digits: number) => BigInt(value.times(`1e${digits}`).round().toFixed())

export const isDecimal = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text)

/**
 * `12.345` with 2 digits → `1235n`, rounded.
 * @throws Error for a string that is not a decimal.
 */
export const unitsOf = (text: string, digits: number): bigint => toUnits(new Big(text), digits)

/** `1235n` with 2 digits → `12.35`. */
export const decimalOf = (units: bigint, digits: number): string => new Big(units).times(`1e-${digits}`).toFixed(digits)

/** The product of two decimals in units, rounded once. */
export const productOf = (a: string, b: string, digits: number): bigint => toUnits(new Big(a).times(b), digits)

/** `percent` % of `base` in units, rounded once. */
export const percentOf = (base: string, percent: string, digits: number): bigint =>
  toUnits(new Big(base).times(percent).times('0.01'), digits)

/** True if the number has at most this many decimal places. */
export const isWhole = (text: string, digits: number): boolean => new Big(text).round(digits).eq(text)

export const isLess = (a: string, b: string): boolean => new Big(a).lt(b)
export const isNegative = (text: string): boolean => isLess(text, '0')
export const isZero = (text: string): boolean => new Big(text).eq('0')
export const negated = (text: string): string => (text.startsWith('-') ? text.slice(1) : `-${text}`)

/** Without trailing zeros: `2.500` → `2.5`. */
export const plain = (text: string): string => new Big(text).toFixed()

const scaleOf = (text: string) => text.split('.')[1]?.length ?? 0

/** The exact sum, with the decimal places of the longer fraction. */
export const sumOf = (a: string, b: string): string => new Big(a).plus(b).toFixed(Math.max(scaleOf(a), scaleOf(b)))
