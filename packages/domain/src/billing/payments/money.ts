import { digitsOf } from '@matterbase/schemas/writing'
import { invalid } from '../../core/verbs/refused.ts'

/** As PostgreSQL writes it, without an exponent. */
export const decimal = (value: number) => value.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 })

/** @throws RefusedError for an amount that is finer than its currency, where that is known. */
export function requirePayable(field: string, amount: number, currency: string | null): void {
  const [, fraction = ''] = decimal(amount).split('.')
  if (currency !== null && fraction.length > digitsOf(currency))
    throw invalid(field, 'too_precise', `${decimal(amount)} has more decimal places than ${currency} has. Round it`)
}
