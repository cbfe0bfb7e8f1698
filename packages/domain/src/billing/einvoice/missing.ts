import type { FrozenInvoice } from '../frozen/frozen-invoice.ts'
import type { CiiProfile } from './cii.ts'
import { isInvisible } from '@matterbase/schemas/reading'
import { brokenRules } from './rules.ts'
import { isAddressScheme, isInvoiceCountry, isInvoiceVatId } from '@matterbase/schemas/codes'

/** The page on which a missing detail is filled in. */
type DetailsPage = 'firm' | 'client' | 'matter' | 'members' | 'invoice'

export interface Missing {
  readonly place: DetailsPage
  /** A sentence. */
  readonly message: string
}

/** The reasons why an invoice is not a valid e-invoice: first missing details, then wrong ones. */
export function missingFor(invoice: FrozenInvoice, profile: CiiProfile): readonly Missing[] {
  const required = [...requiredByAll(invoice), ...(profile === 'xrechnung' ? requiredByXRechnung(invoice) : [])]
  const missing = required
    .filter(({ value }) => isInvisible(value ?? ''))
    .map(({ place, message }) => ({ place, message }))
  const broken = brokenRules(invoice).map(({ rule, message }) => ({
    place: 'invoice' as const,
    message: `${message} (${rule})`,
  }))
  return [...missing, ...wrongCodes(invoice), ...broken]
}

interface RequiredDetail extends Missing {
  readonly value: string | null
}

const detail = (place: DetailsPage, value: string | null, message: string): RequiredDetail => ({
  place,
  value,
  message,
})

function requiredByAll({ seller, buyer, currency, taxes }: FrozenInvoice): readonly RequiredDetail[] {
  const has = (...categories: readonly string[]) => taxes.some(({ category }) => categories.includes(category))
  return [
    detail('firm', seller.country, 'The country of the firm'),
    detail('firm', currency, 'The currency that the firm bills in'),
    has('AE')
      ? detail('firm', seller.vatId, 'The VAT ID of the firm, which reverse charge requires')
      : detail('firm', (has('O') ? null : seller.vatId) ?? seller.taxNumber, 'The VAT ID or tax number of the firm'),
    detail('client', buyer.name, 'The name of the client'),
    detail('client', buyer.country, 'The country of the client'),
    ...(has('AE') ? [detail('client', buyer.vatId, 'The VAT ID of the client, which reverse charge requires')] : []),
  ]
}

function requiredByXRechnung({ seller, buyer, payment }: FrozenInvoice): readonly RequiredDetail[] {
  return [
    detail('firm', seller.contactName, 'The contact person of the firm'),
    detail('firm', /\d.*\d.*\d/.test(seller.phone ?? '') ? seller.phone : null, 'The phone number of the firm'),
    detail('firm', seller.email, 'The email address of the firm'),
    detail('firm', seller.postalCode, 'The postal code of the firm'),
    detail('firm', seller.city, 'The city of the firm'),
    detail('firm', payment.iban, 'The IBAN of the firm'),
    detail('client', buyer.reference, 'The buyer reference of the client (for German authorities, the Leitweg-ID)'),
    detail('client', buyer.electronicAddress ?? buyer.email, 'The electronic address or email address of the client'),
    detail('client', buyer.postalCode, 'The postal code of the client'),
    detail('client', buyer.city, 'The city of the client'),
  ]
}

interface WrongCode {
  /** The page on which the code is filled in. */
  readonly place: 'firm' | 'client'
  readonly message: string
}

const wrong = (place: WrongCode['place'], value: string | null, isRight: (value: string) => boolean, what: string) =>
  value === null || isRight(value) ? [] : [{ place, message: what.replace('%', value) }]

/** The codes of an invoice that are not in the code lists of EN 16931. */
function wrongCodes({ seller, buyer }: FrozenInvoice): readonly WrongCode[] {
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
