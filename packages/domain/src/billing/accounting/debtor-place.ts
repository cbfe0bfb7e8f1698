import { compactVatId } from '@matterbase/schemas/codes'

/** The countries and the VAT ID on the document. They decide on the account of reverse charge. */
export interface Parties {
  readonly firmCountry: string | null
  readonly clientCountry: string | null
  readonly vatId: string | null
}

/** Where a debtor is, seen from the firm: in the same country, in another state of the EU, or elsewhere. */
export type DebtorPlace = 'home' | 'eu' | 'abroad'

const members = new Set('AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '))

/** VAT IDs of Greece begin with EL. */
const countryOf = (vatId: string) => (vatId.startsWith('EL') ? 'GR' : vatId.slice(0, 2))

/** The VAT ID decides, because reverse charge in the EU is reported by VAT ID. Without one of the EU, the address decides. */
export function debtorPlace({ firmCountry, clientCountry, vatId }: Parties): DebtorPlace {
  const ofId = vatId === null ? undefined : countryOf(compactVatId(vatId))
  const country = ofId !== undefined && members.has(ofId) ? ofId : (clientCountry ?? firmCountry)
  if (firmCountry === null || country === firmCountry) return 'home'
  return country !== null && members.has(country) && members.has(firmCountry) ? 'eu' : 'abroad'
}

const longestVatId = 15

/** `EU-Land u. UStID`: the country and the VAT ID. Empty without a VAT ID. */
export function datevVatId({ clientCountry, vatId }: Pick<Parties, 'clientCountry' | 'vatId'>): string {
  const id = compactVatId(vatId ?? '').replaceAll(/[^A-Z0-9]/g, '')
  if (id === '') return ''
  const country = clientCountry === 'GR' ? 'EL' : (clientCountry ?? '')
  return (/^[A-Z]{2}/.test(id) ? id : `${country}${id}`).slice(0, longestVatId)
}
