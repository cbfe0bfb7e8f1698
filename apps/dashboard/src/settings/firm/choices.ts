import { writerOf } from '@matterbase/schemas/writing'

const names = (type: 'currency' | 'region') => new Intl.DisplayNames('en', { type })

/** `EUR – Euro`; those that most firms bill in first. */
export function currencyOptions() {
  const first = ['EUR', 'USD', 'GBP', 'CHF', 'PLN', 'SEK', 'DKK', 'NOK', 'CAD', 'AUD', 'JPY']
  const all = [...first, ...Intl.supportedValuesOf('currency').filter((code) => !first.includes(code))]
  const name = names('currency')
  return all.map((value) => ({ value, label: `${value} – ${name.of(value) ?? value}` }))
}

// ISO 3166, as browsers have no list of it.
const countries =
  'AD AE AL AM AR AT AU AZ BA BD BE BG BH BO BR BS BY CA CH CL CM CN CO CR CY CZ DE DK DO DZ EC EE EG ES ET FI FO FR GB GE GG GH GI GR GT HK HN HR HU ID IE IL IM IN IQ IR IS IT JE JM JO JP KE KH KR KW KZ LB LI LK LT LU LV MA MC MD ME MK MT MU MX MY NG NI NL NO NP NZ OM PA PE PH PK PL PR PT PY QA RO RS RU SA SE SG SI SK SM SN SV TH TN TR TT TW TZ UA UG US UY UZ VA VE VN ZA ZM ZW'

export function countryOptions() {
  const name = names('region')
  const options = countries.split(' ').map((value) => ({ value, label: name.of(value) ?? value }))
  return options.toSorted((a, b) => a.label.localeCompare(b.label))
}

const locales = [
  'en-GB', 'en-US', 'en-CA', 'en-AU', 'en-IE', 'de-DE', 'de-AT', 'de-CH', 'fr-FR', 'fr-BE', 'fr-CH', 'nl-NL', 'nl-BE',
  'es-ES', 'it-IT', 'pt-PT', 'pt-BR', 'pl-PL', 'cs-CZ', 'sv-SE', 'da-DK', 'nb-NO', 'fi-FI', 'ja-JP',
] // prettier-ignore

/** `Germany: 1.234,50 € · 14. März 2026` */
export function localeOptions(currency: string | null) {
  const name = new Intl.DisplayNames('en', { type: 'language' })
  return locales.map((locale) => {
    const writer = writerOf({ locale, currency, timeZone: null })
    return {
      value: locale,
      label: `${writer.money(1234.5)} · ${writer.day('2026-03-14')} (${name.of(locale) ?? locale})`,
    }
  })
}

export const timeZoneOptions = () => ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]

/** Where this browser is. */
export const ownTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone
