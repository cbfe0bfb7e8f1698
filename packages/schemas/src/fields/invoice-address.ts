import { z } from 'zod'
import { isAddressScheme, isCountry, writtenVatId } from '../codes/codes.ts'
import { emailAddress } from './email-address.ts'
import { line, text } from './primitives.ts'

export const Country = z.string().refine(isCountry, {
  params: { code: 'invalid_format' },
  message: 'must be the two letters of a country by ISO 3166, such as DE or GB',
})

/** With or without dots, hyphens and spaces. Stored as e-invoices write it. */
export const VatId = text(64)
  .transform((value) => writtenVatId(value) ?? value)
  .refine((value) => writtenVatId(value) !== undefined, {
    params: { code: 'invalid_format' },
    message: 'must begin with the two letters of a country, such as DE123456789 or CHE-116.281.710 MWST',
  })

/** An address after the number of its scheme (ISO 6523), or an email address. */
export const ElectronicAddress = line(254).refine(
  (address) => (/^\d{4}:\S{1,123}$/.test(address) && isAddressScheme(address.slice(0, 4))) || isEmail(address),
  {
    params: { code: 'invalid_format' },
    message:
      'must be an email address, or an address after the four digits of its scheme, such as 0204:991-12345-67. ' +
      'The schemes are those of the EAS code list',
  },
)

const isEmail = (address: string) => emailAddress.safeParse(address).success
