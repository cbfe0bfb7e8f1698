/** A decimal number as PostgreSQL writes it, for people: `1234.5` → `1,234.50`, and never rounded. */
export function moneyText(decimal: string): string {
  const [whole = '', fraction = ''] = decimal.split('.')
  return `${whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')}.${withoutZeros(fraction).padEnd(2, '0')}`
}

/** The same without decimals that say nothing: `1.50` → `1.5`. */
export function decimalText(decimal: string): string {
  const [whole = '', fraction = ''] = decimal.split('.')
  const rest = withoutZeros(fraction)
  return rest === '' ? whole : `${whole}.${rest}`
}

const withoutZeros = (digits: string) => digits.replace(/0+$/, '')
