interface Address {
  readonly street: string | null
  readonly postalCode: string | null
  readonly city: string | null
  readonly region: string | null
  readonly country: string | null
}

const there = (text: string | null): text is string => Boolean(text?.trim())

/** The lines of an address, in the order of its country. */
export function addressLines(address: Address, locale: string): readonly string[] {
  const { street, country } = address
  return [street, ...cityLines(address), country && nameOfCountry(country, locale)].filter((line) => there(line))
}

const joined = (separator: string, ...parts: readonly (string | null)[]) =>
  parts.filter((part) => there(part)).join(separator)

function cityLines({ postalCode, city, region, country }: Address): readonly (string | null)[] {
  switch (country) {
    case 'US':
    case 'CA':
    case 'AU':
      return [joined(', ', city, joined(' ', region, postalCode))]
    case 'GB':
    case 'IE':
      return [city, region, postalCode]
    default:
      return [joined(' ', postalCode, city), region]
  }
}

function nameOfCountry(country: string, locale: string): string {
  return new Intl.DisplayNames([locale, 'en'], { type: 'region' }).of(country) ?? country
}
