import { countries, electronicAddressSchemes, vatPrefixes } from './en16931-lists.ts'

const listOf = (codes: string): ReadonlySet<string> => new Set(codes.split(' '))

const invoiceCountries = listOf(countries)
// ISO 3166-1 has South Sudan, and the rules of EN 16931 do not.
const countryCodes = new Set([...invoiceCountries, 'SS'])
const schemes = listOf(electronicAddressSchemes)
const prefixes = listOf(vatPrefixes)

/** True for the two letters of a country (ISO 3166-1). */
export const isCountry = (code: string) => countryCodes.has(code)

/** True for a country that an e-invoice may contain (BR-CL-14 of EN 16931). */
export const isInvoiceCountry = (code: string) => invoiceCountries.has(code)

/** True for a scheme of electronic addresses that an e-invoice may contain, such as `0204` (BR-CL-25). */
export const isAddressScheme = (scheme: string) => schemes.has(scheme)

/** The countries of ISO 3166-1 that have a name today: former ones and special codes are left out. */
export const countriesOfToday = () =>
  [...countryCodes].filter(
    (code) => /^[A-Z]{2}$/.test(code) && code !== 'XI' && new Intl.Locale(`und-${code}`).region === code,
  )

/** A VAT ID without its separators, as e-invoices carry it: `CHE116281710MWST`. */
export const compactVatId = (id: string) => id.replaceAll(/[\s.\-‐‑–/]/g, '').toUpperCase()

/**
 * True for a VAT ID that an e-invoice may contain: its first two letters are a country, or EL for Greece (BR-CO-09).
 */
export const isInvoiceVatId = (id: string) => prefixes.has(id.slice(0, 2))

const swiss = /^CHE(\d{3})(\d{3})(\d{3})(MWST|TVA|IVA)?$/

/**
 * A VAT ID as it is written: without separators, but for the Swiss one, `CHE-116.281.710 MWST`. Undefined where it is
 * not a VAT ID, because its first two letters name no country that has one (BR-CO-09).
 */
export function writtenVatId(typed: string): string | undefined {
  const id = compactVatId(typed)
  const [, first, second, third, tax] = swiss.exec(id) ?? []
  if (first !== undefined) return `CHE-${first}.${second}.${third}${tax === undefined ? '' : ` ${tax}`}`
  return /^[A-Z]{2}[A-Z0-9+*]{2,13}$/.test(id) && isInvoiceVatId(id) && !id.startsWith('CH') ? id : undefined
}
