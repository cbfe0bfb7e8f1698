import { writerOf } from '@matterbase/schemas/writing'

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
