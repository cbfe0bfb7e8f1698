import { isUnread, typedText } from './unread.ts'

/** A number as the value of its box: a decimal with a point, never with an exponent. Null is empty. */
export const decimalText = (value: number | null | undefined) =>
  value == null ? '' : value.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 })

/** The number of a box; null where it is empty. @throws Error for what cannot be read. */
export function numberOf(value: string): number | null {
  if (isUnread(value)) throw new Error(`“${typedText(value)}” cannot be read.`)
  return value === '' ? null : Number(value)
}
