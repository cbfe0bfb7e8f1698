import type { FrozenInvoice } from '../frozen/frozen-invoice.ts'
import { unitsOf } from '@matterbase/schemas/decimal'

/** All that a code carries (EPC069-12). */
const mostBytes = 331

/** The maximum amount of a transfer. */
const mostCents = 99_999_999_999n

/**
 * The text of the QR code for a transfer in euros (EPC069-12, version 2). Undefined without an open amount, for a code
 * that would be too long, and unless the invoice is paid in euros to an IBAN.
 */
export function epcOf({ currency, payment, seller, number }: FrozenInvoice, due: string): string | undefined {
  const { iban, bic, accountHolder } = payment
  const cents = unitsOf(due, 2)
  if (currency !== 'EUR' || iban === null || cents <= 0n || cents > mostCents) return undefined
  const code = [
    'BCD',
    '002',
    '1',
    'SCT',
    bic ?? '',
    cut(accountHolder ?? seller.name, 70),
    iban,
    `EUR${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`,
    '',
    '',
    cut(number, 140),
  ].join('\n')
  return Buffer.byteLength(code) <= mostBytes ? code : undefined
}

/** One line, cut to the length of the field. */
const cut = (text: string, most: number) =>
  Array.from(text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim())
    .slice(0, most)
    .join('')
