import { countriesOfToday } from '@matterbase/schemas/codes'

export function countryOptions() {
  const name = new Intl.DisplayNames('en', { type: 'region' })
  const options = countriesOfToday().map((value) => ({ value, label: name.of(value) ?? value }))
  return options.toSorted((a, b) => a.label.localeCompare(b.label))
}

/** `EUR – Euro`, with common currencies first. */
export function currencyOptions() {
  const first = ['EUR', 'USD', 'GBP', 'CHF', 'PLN', 'SEK', 'DKK', 'NOK', 'CAD', 'AUD', 'JPY']
  const all = [...first, ...Intl.supportedValuesOf('currency').filter((code) => !first.includes(code))]
  const name = new Intl.DisplayNames('en', { type: 'currency' })
  return all.map((value) => ({ value, label: `${value} – ${name.of(value) ?? value}` }))
}
