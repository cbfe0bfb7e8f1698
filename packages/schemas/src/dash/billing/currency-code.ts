import { z } from 'zod'

const currencies = new Set(Intl.supportedValuesOf('currency'))

/** ISO 4217. */
export const currencyCode = z.string().refine((value) => currencies.has(value), {
  params: { code: 'unknown' },
  message: 'must be the three letters of a currency, such as EUR',
})
