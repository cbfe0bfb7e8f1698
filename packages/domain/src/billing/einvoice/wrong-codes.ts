import { isAddressScheme, isInvoiceCountry, isInvoiceVatId } from '@matterbase/schemas/codes'
import type { FrozenInvoice } from '../frozen/frozen-invoice.ts'

interface WrongCode {
  /** Where it is filled in. */
  readonly place: 'firm' | 'client'
  readonly message: string
}

const wrong = (place: WrongCode['place'], value: string | null, isRight: (value: string) => boolean, what: string) =>
  value === null || isRight(value) ? [] : [{ place, message: what.replace('%', value) }]

/** The codes of an invoice that are in none of the lists that EN 16931 names. */
export function wrongCodes({ seller, buyer }: FrozenInvoice): readonly WrongCode[] {
  const scheme = /^(\d{4}):/.exec(buyer.electronicAddress ?? '')?.[1] ?? null
  const country = 'is not a country that an e-invoice can name (BR-CL-14)'
  const vatId = 'does not begin with the letters of a country (BR-CO-09)'
  return [
    ...wrong('firm', seller.country, isInvoiceCountry, `The country of the firm: “%” ${country}`),
    ...wrong('client', buyer.country, isInvoiceCountry, `The country of the client: “%” ${country}`),
    ...wrong('firm', seller.vatId, isInvoiceVatId, `The VAT ID of the firm: “%” ${vatId}`),
    ...wrong('client', buyer.vatId, isInvoiceVatId, `The VAT ID of the client: “%” ${vatId}`),
    ...wrong(
      'client',
      scheme,
      isAddressScheme,
      'The electronic address of the client: “%” is not a scheme of the EAS code list (BR-CL-25)',
    ),
  ]
}
