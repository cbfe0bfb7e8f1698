import type { Notation } from './notation.ts'

/** How digits with separators can be read, each as a decimal with a point. */
export interface Figures {
  /** The format of the locale. */
  readonly value?: string
  /** Both values where the locale does not decide. */
  readonly readings: readonly string[]
}

const grouped = /^[1-9]\d{0,2}(?:([., '٬])\d{3})(?:\1\d{3})*$/
/** Lakhs and crores: `12,34,567`. */
const groupedAsInIndia = /^[1-9]\d?(?:,\d\d)+,\d{3}$/

const isGrouped = (text: string) => grouped.test(text) || groupedAsInIndia.test(text)

const digitsIn = (text: string) => text.replaceAll(/\D/g, '')

/** Without separators and superfluous zeros: `1,007`, `50` → `1007.5`. */
function plainDecimal(whole: string, fraction: string): string {
  const digits = digitsIn(whole).replace(/^0+(?=\d)/, '') || '0'
  const rest = fraction.replace(/0+$/, '')
  return rest === '' ? digits : `${digits}.${rest}`
}

const none: Figures = { readings: [] }
const one = (value: string): Figures => ({ value, readings: [] })

/**
 * Reads digits with separators. A lone point or comma before three digits separates thousands or a fraction: the
 * locale decides where it groups with that sign, or has a comma for fractions. A lone point where the locale has a
 * point for fractions is left open, because amounts of money have two digits there, unless `digits` is 3.
 */
export function readFigures(text: string, { decimals, groups }: Notation, digits: number | undefined): Figures {
  if (/^\d+$/.test(text)) return one(plainDecimal(text, ''))
  const {
    whole = '',
    sign = '',
    fraction = '',
  } = /^(?<whole>.*?)(?<sign>[.,٫])(?<fraction>\d+)$/.exec(text)?.groups ?? {}
  const isFraction = sign !== '' && (/^\d*$/.test(whole) || (isGrouped(whole) && !whole.includes(sign)))
  const asGroups = isGrouped(text) ? plainDecimal(text, '') : undefined
  const asFraction = isFraction ? plainDecimal(whole, fraction) : undefined
  const decides = groups.has(sign) !== decimals.has(sign)
  if (asGroups !== undefined && asFraction !== undefined) {
    if (digits === 0) return one(asGroups)
    if (decides && groups.has(sign)) return one(asGroups)
    if (decides && (sign !== '.' || digits === 3)) return one(asFraction)
    return { readings: [asGroups, asFraction] }
  }
  // `1234.567` where the point groups: a point was left out, or it is meant for a fraction.
  const isHalfGrouped = /^[1-9]\d{3,}$/.test(whole) && fraction.length === 3 && decides && groups.has(sign)
  if (asFraction !== undefined && isHalfGrouped) return { readings: [digitsIn(text), asFraction] }
  const value = asFraction ?? asGroups
  return value === undefined ? none : one(value)
}
