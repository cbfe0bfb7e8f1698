import { folded, plainText, refused, understood } from './reading.ts'
import type { Reading } from './reading.ts'

/** Common and former names that Intl does not have, folded: `code: name, name`. */
const others = `
GB: uk, england, scotland, wales, northern ireland, great britain, britain, grossbritannien, england uk, nordirland, schottland
US: usa, us of america, united states of america, america, amerika, vereinigte staaten von amerika
DE: d, brd, bundesrepublik deutschland, bundesrepublik, federal republic of germany
AT: a, republik osterreich
CH: schweizerische eidgenossenschaft, swiss confederation, switzerland ch
FR: f
NL: holland, the netherlands, die niederlande
TR: turkey, turkei, turkiye
CZ: czech republic, tschechische republik, tschechien
SK: slovak republic, slowakische republik
MK: macedonia, mazedonien, fyrom, former yugoslav republic of macedonia, ehemalige jugoslawische republik mazedonien
CI: ivory coast, cote d'ivoire, elfenbeinkuste, republik cote d'ivoire
SZ: swaziland, swasiland
MM: burma, birma
CV: cape verde, kapverden, kap verde
TL: east timor, osttimor
CD: zaire, democratic republic of the congo, democratic republic of congo, dr congo, drc, demokratische republik kongo, dr kongo, congo kinshasa, kongo kinshasa
CG: republic of the congo, republik kongo, congo brazzaville, kongo brazzaville
BY: belorussia, byelorussia, weissrussland, belarus
MD: moldavia, moldawien, republic of moldova, republik moldau, moldau
LK: ceylon
KH: kampuchea, kambodscha
BF: upper volta, obervolta
BJ: dahomey
ZW: rhodesia, rhodesien
IR: persia, persien, islamic republic of iran
TH: siam
RU: russian federation, russische foderation
KR: korea, republic of korea, republik korea, sudkorea, south korea
KP: north korea, nordkorea, democratic people's republic of korea
CN: people's republic of china, volksrepublik china, vr china, prc, china pr
TW: taiwan, formosa, republic of china
HK: hong kong, hongkong
MO: macao, macau
VA: vatican, vatican city, vatikan, vatikanstadt, holy see, heiliger stuhl
AE: uae, emirates, vae, emirate
SY: syrian arab republic, arabische republik syrien
LA: laos, lao pdr
VN: vietnam, viet nam
BO: plurinational state of bolivia
VE: bolivarian republic of venezuela
TZ: united republic of tanzania, tansania
FK: falklands, falklandinseln, malvinas
PS: palestine, palastina
FM: micronesia, mikronesien
BN: brunei darussalam
IE: eire, republic of ireland, republik irland, irland
GM: the gambia
BS: the bahamas
PH: the philippines
SR: surinam
KG: kirghizia, kirgisien, kirgistan
EH: western sahara, westsahara
ST: sao tome and principe
`
const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
const codes = letters.flatMap((first) => letters.map((second) => first + second))

// Codes from QM to QZ and XA to XZ are private, but XK; EU and others are not countries, and DD and others not any more.
const isCountry = (code: string) =>
  !/^(?:Q[M-Z]|X[A-JL-Z]|ZZ|EU|EZ|UN)$/.test(code) && new Intl.Locale(`und-${code}`).region === code

const known = new Map<string, ReadonlyMap<string, string>>()

/** Programs write either apostrophe, and some put `the` at the end. */
const key = (text: string) =>
  folded(plainText(text.replaceAll(/[’‘ʼ´`′]/g, "'")).replaceAll('ß', 'ss')).replace(/(?:, | \()the\)?$/, '')

const aliases = new Map(
  others
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [code = '', names = ''] = line.split(': ')
      return names.split(', ').map((name) => [key(name), code] as const)
    }),
)

/** The names of all countries in a language, folded. */
function namesIn(language: string): ReadonlyMap<string, string> {
  const found = known.get(language)
  if (found) return found
  const writers = (['long', 'short'] as const).map(
    (style) => new Intl.DisplayNames(language, { type: 'region', style, fallback: 'none' }),
  )
  const names = new Map<string, string>()
  for (const code of codes.filter(isCountry))
    for (const writer of writers) {
      const name = writer.of(code)
      if (name !== undefined && !names.has(key(name))) names.set(key(name), code)
    }
  known.set(language, names)
  return names
}

/** A country by its two letters, or by its name in the firm's language or in English, German or French: `DE`. */
export function readCountry(typed: string, locale: string): Reading<string> {
  const text = key(typed)
  if (text === '') return understood<string>(null)
  const alias = aliases.get(text)
  if (alias !== undefined) return understood(alias)
  if (/^[a-z]{2}$/.test(text)) return understood(text.toUpperCase())
  for (const language of [locale, 'en', 'de', 'fr']) {
    const code = namesIn(language).get(text)
    if (code !== undefined) return understood(code)
  }
  return refused('Enter a country or its two letters, such as DE.')
}
