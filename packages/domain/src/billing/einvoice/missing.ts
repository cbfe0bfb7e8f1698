import type { FrozenInvoice } from '../frozen/frozen-invoice.ts'
import type { CiiProfile } from './cii.ts'
import { brokenRules } from './rules.ts'
import { wrongCodes } from './wrong-codes.ts'

/** Where what is missing is filled in. */
type Place = 'firm' | 'client' | 'matter' | 'members' | 'invoice'

export interface Missing {
  readonly place: Place
  /** A sentence. */
  readonly message: string
}

/** What keeps an invoice from being a valid e-invoice; what is wrong in it comes after what is not there. */
export function missingFor(invoice: FrozenInvoice, profile: CiiProfile): readonly Missing[] {
  const wanted = [...wantedByAll(invoice), ...(profile === 'xrechnung' ? wantedByXRechnung(invoice) : [])]
  const missing = wanted.filter(({ value }) => !value?.trim()).map(({ place, message }) => ({ place, message }))
  const broken = brokenRules(invoice).map(({ rule, message }) => ({
    place: 'invoice' as const,
    message: `${message} (${rule})`,
  }))
  return [...missing, ...wrongCodes(invoice), ...broken]
}

interface Wanted extends Missing {
  readonly value: string | null
}

const want = (place: Place, value: string | null, message: string): Wanted => ({ place, value, message })

function wantedByAll({ seller, buyer, currency, taxes }: FrozenInvoice): readonly Wanted[] {
  const has = (...categories: readonly string[]) => taxes.some(({ category }) => categories.includes(category))
  return [
    want('firm', seller.country, 'The country of the firm'),
    want('firm', currency, 'The currency that the firm bills in'),
    has('AE')
      ? want('firm', seller.vatId, 'The VAT ID of the firm, which reverse charge requires')
      : want('firm', (has('O') ? null : seller.vatId) ?? seller.taxNumber, 'The VAT ID or tax number of the firm'),
    want('client', buyer.name, 'The name of the client'),
    want('client', buyer.country, 'The country of the client'),
    ...(has('AE') ? [want('client', buyer.vatId, 'The VAT ID of the client, which reverse charge requires')] : []),
  ]
}

function wantedByXRechnung({ seller, buyer, payment }: FrozenInvoice): readonly Wanted[] {
  return [
    want('firm', seller.contactName, 'The contact person of the firm'),
    want('firm', /\d.*\d.*\d/.test(seller.phone ?? '') ? seller.phone : null, 'The phone number of the firm'),
    want('firm', seller.email, 'The email address of the firm'),
    want('firm', seller.postalCode, 'The postal code of the firm'),
    want('firm', seller.city, 'The city of the firm'),
    want('firm', payment.iban, 'The IBAN of the firm'),
    want('client', buyer.reference, 'The buyer reference of the client (for German authorities, the Leitweg-ID)'),
    want('client', buyer.electronicAddress ?? buyer.email, 'The electronic address or email address of the client'),
    want('client', buyer.postalCode, 'The postal code of the client'),
    want('client', buyer.city, 'The city of the client'),
  ]
}
