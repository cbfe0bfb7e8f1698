import { isDecimal, isLess, isZero, negated, plain, sumOf } from '@matterbase/schemas/decimal'

/** Boxes that are empty or cannot be read count as 0. */
const amountOf = (text: string) => (isDecimal(text) ? text : '0')
const less = (a: string, b: string) => sumOf(a, negated(b))

/** Pays open invoices from an amount, in the order given. Empty for an invoice that gets nothing. */
export function allocate(amount: string, owed: readonly string[]): string[] {
  let rest = amountOf(amount)
  return owed.map(amountOf).map((open) => {
    const part = isLess(rest, open) ? rest : open
    rest = less(rest, part)
    return isZero(part) ? '' : plain(part)
  })
}

/** The part of an amount beyond what is owed. Undefined without such a part, or when a figure cannot be read. */
export function excessOf(amount: string, owed: readonly string[]): string | undefined {
  if (!isDecimal(amount) || owed.some((text) => text !== '' && !isDecimal(text))) return undefined
  const rest = owed.map(amountOf).reduce(less, amount)
  return isLess('0', rest) ? plain(rest) : undefined
}
