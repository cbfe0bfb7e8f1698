import { describe, expect, it } from 'vitest'
import { countriesOfToday, isAddressScheme, isCountry, writtenVatId } from '../src/codes/codes.ts'

describe('a VAT ID', () => {
  it.each([
    ['DE 123 456 789', 'DE123456789'],
    ['BE 0123.456.789', 'BE0123456789'],
    ['ES-B12345678', 'ESB12345678'],
    ['che-116.281.710 mwst', 'CHE-116.281.710 MWST'],
    ['CHE116281710', 'CHE-116.281.710'],
    ['CHE-116.281.710 TVA', 'CHE-116.281.710 TVA'],
    ['EL123456789', 'EL123456789'],
    ['FR XX 999999999', 'FRXX999999999'],
  ])('%s is written %s', (typed, written) => {
    expect(writtenVatId(typed)).toBe(written)
    expect(writtenVatId(written)).toBe(written)
  })

  it.each(['UK123456789', 'EU372012345', 'ZZ123456789', '123456789', 'DE', 'CH123456', 'CHE-116.281.71'])(
    '%s is none',
    (typed) => expect(writtenVatId(typed)).toBeUndefined(),
  )
})

describe('the code lists', () => {
  it('have every country of today once, with the name that browsers have for it', () => {
    const name = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
    const countries = countriesOfToday()
    expect(countries).toHaveLength(249)
    expect(countries.filter((code) => name.of(code) === undefined)).toEqual([])
    for (const code of ['KY', 'BM', 'VG', 'RE', 'SC', 'SS', 'GB']) expect(countries).toContain(code)
    for (const code of ['UK', 'EU', 'XI', 'AN', 'ZZ']) expect(countries).not.toContain(code)
    expect(countries.every(isCountry)).toBe(true)
  })

  it('know the schemes of electronic addresses', () => {
    for (const scheme of ['0088', '0204', '9930']) expect(isAddressScheme(scheme)).toBe(true)
    for (const scheme of ['0000', '9999', '204', '']) expect(isAddressScheme(scheme)).toBe(false)
  })
})
