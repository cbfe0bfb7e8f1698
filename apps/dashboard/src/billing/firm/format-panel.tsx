import { writerOf } from '@matterbase/schemas/writing'
import type { UseFormReturn } from 'react-hook-form'
import { currencyOptions } from '../../components/forms/countries-and-currencies.ts'
import { fieldOf } from '../../components/forms/field-of.ts'
import { SelectField } from '../../components/forms/select-field.tsx'
import { Panel } from '../../components/page/panel.tsx'
import type { FirmValues } from './firm-values.ts'
import { labels } from './firm-labels.ts'

export function FormatPanel({ form }: { readonly form: UseFormReturn<FirmValues> }) {
  const field = fieldOf(form)
  const currency = form.watch('currency') || null
  return (
    <Panel
      title="Currency, time zone and formats"
      description="Used on every screen and on every document. The time zone decides when a new day begins."
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label={labels.currency} empty="None" options={currencyOptions()} {...field('currency')} />
        <SelectField label={labels.time_zone} empty="UTC" options={timeZoneOptions()} {...field('time_zone')} />
        <SelectField
          label={labels.locale}
          empty="As in the United Kingdom"
          options={localeOptions(currency)}
          {...field('locale')}
        />
      </div>
    </Panel>
  )
}

const locales = [
  'en-GB', 'en-US', 'en-CA', 'en-AU', 'en-IE', 'de-DE', 'de-AT', 'de-CH', 'fr-FR', 'fr-BE', 'fr-CH', 'nl-NL', 'nl-BE',
  'es-ES', 'it-IT', 'pt-PT', 'pt-BR', 'pl-PL', 'cs-CZ', 'sv-SE', 'da-DK', 'nb-NO', 'fi-FI', 'ja-JP',
] // prettier-ignore

/** `Germany: 1.234,50 € · 14. März 2026` */
function localeOptions(currency: string | null) {
  const name = new Intl.DisplayNames('en', { type: 'language' })
  return locales.map((locale) => {
    const writer = writerOf({ locale, currency, timeZone: null })
    return {
      value: locale,
      label: `${writer.money(1234.5)} · ${writer.day('2026-03-14')} (${name.of(locale) ?? locale})`,
    }
  })
}

const timeZoneOptions = () => ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
