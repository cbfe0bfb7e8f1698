import { countriesOfToday } from '@matterbase/schemas/codes'

export function countryOptions() {
  const name = new Intl.DisplayNames('en', { type: 'region' })
  const options = countriesOfToday().map((value) => ({ value, label: name.of(value) ?? value }))
  return options.toSorted((a, b) => a.label.localeCompare(b.label))
}
