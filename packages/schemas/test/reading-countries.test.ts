import { expect, it } from 'vitest'
import { readCountry } from '../src/reading/index.ts'

it.each([
  ['Turkey', 'TR'],
  ['Türkiye', 'TR'],
  ['Türkei', 'TR'],
  ["Côte d'Ivoire", 'CI'],
  ['Côte d’Ivoire', 'CI'],
  ['Cote d´Ivoire', 'CI'],
  ['Ivory Coast', 'CI'],
  ['Elfenbeinküste', 'CI'],
  ['Czech Republic', 'CZ'],
  ['Tschechische Republik', 'CZ'],
  ['Tschechien', 'CZ'],
  ['Macedonia', 'MK'],
  ['Swaziland', 'SZ'],
  ['Burma', 'MM'],
  ['Birma', 'MM'],
  ['Weißrussland', 'BY'],
  ['Moldawien', 'MD'],
  ['Holland', 'NL'],
  ['The Netherlands', 'NL'],
  ['Russian Federation', 'RU'],
  ['Republic of Korea', 'KR'],
  ['Vatikan', 'VA'],
  ['Vereinigte Staaten von Amerika', 'US'],
  ['Bundesrepublik Deutschland', 'DE'],
  ['U.S.A.', 'US'],
  ['Gambia (the)', 'GM'],
  ['Deutschland', 'DE'],
  ['ch', 'CH'],
])('reads the country %s', (typed, code) => {
  expect(readCountry(typed, 'en-GB')).toMatchObject({ value: code })
})

it.each(['Nirgendwo', 'Atlantis', "d'", 'the'])('refuses the country %s', (typed) => {
  expect(readCountry(typed, 'de-DE')).toMatchObject({ message: 'Enter a country or its two letters, such as DE.' })
})
