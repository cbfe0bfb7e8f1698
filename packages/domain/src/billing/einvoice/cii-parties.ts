import { compactVatId } from '@matterbase/schemas/codes'
import type { Buyer, FrozenInvoice, Seller } from '../frozen/frozen-invoice.ts'
import { branch, leaf } from './xml.ts'

/** An invoice that is not subject to VAT contains no VAT ID (BR-O-02). */
const isOutsideVat = ({ taxes }: FrozenInvoice) => taxes.some(({ category }) => category === 'O')

export function sellerParty(invoice: FrozenInvoice) {
  const { seller } = invoice
  const vatId = isOutsideVat(invoice) ? null : seller.vatId
  return branch(
    'ram:SellerTradeParty',
    // Who has no VAT id is known by its tax number (BR-CO-26).
    vatId === null ? leaf('ram:ID', seller.taxNumber) : undefined,
    leaf('ram:Name', seller.name),
    branch(
      'ram:DefinedTradeContact',
      leaf('ram:PersonName', seller.contactName),
      branch('ram:TelephoneUniversalCommunication', leaf('ram:CompleteNumber', seller.phone)),
      branch('ram:EmailURIUniversalCommunication', leaf('ram:URIID', seller.email)),
    ),
    address(seller),
    electronicAddress(seller.email),
    registration('VA', vatId && compactVatId(vatId)),
    registration('FC', seller.taxNumber),
  )
}

export function buyerParty(invoice: FrozenInvoice) {
  const { buyer } = invoice
  return branch(
    'ram:BuyerTradeParty',
    leaf('ram:Name', buyer.name),
    branch('ram:DefinedTradeContact', leaf('ram:PersonName', buyer.contactName)),
    address(buyer),
    electronicAddress(buyer.electronicAddress ?? buyer.email),
    registration('VA', isOutsideVat(invoice) ? null : buyer.vatId && compactVatId(buyer.vatId)),
  )
}

const address = ({ street, postalCode, city, region, country }: Buyer | Seller) =>
  branch(
    'ram:PostalTradeAddress',
    leaf('ram:PostcodeCode', postalCode),
    leaf('ram:LineOne', street),
    leaf('ram:CityName', city),
    leaf('ram:CountryID', country),
    leaf('ram:CountrySubDivisionName', region),
  )

/** `0204:04011000-12345-06` has the number of its scheme as prefix. Any other value is an email address. */
function electronicAddress(address: string | null) {
  const [, scheme = 'EM', id = address] = /^(\d{4}):(.+)$/.exec(address ?? '') ?? []
  return branch('ram:URIUniversalCommunication', leaf('ram:URIID', id, `schemeID="${scheme}"`))
}

const registration = (scheme: 'VA' | 'FC', id: string | null) =>
  branch('ram:SpecifiedTaxRegistration', leaf('ram:ID', id, `schemeID="${scheme}"`))
