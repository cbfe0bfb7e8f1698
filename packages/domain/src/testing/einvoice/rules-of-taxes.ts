import { cents, netOf, registered, sum, taxOfLine } from './cii-reader.ts'
import type { Cii, Rules } from './cii-reader.ts'
import type { XmlElement } from './xml-tree.ts'

const groupOf = (tax: XmlElement) =>
  `${tax.textAt('CategoryCode')} ${tax.textAt('CategoryCode') === 'O' ? 0 : Number(tax.textAt('RateApplicablePercent'))}`
const ofCategory = (category: string, elements: readonly XmlElement[]) =>
  elements.filter((one) => one.textAt('CategoryCode') === category)
const linesOf = (category: string, { lines }: Cii) =>
  lines.filter((line) => line.textAt(...taxOfLine, 'CategoryCode') === category)

/** The rules for each tax category. */
export const rulesOfCategories: Rules = Object.fromEntries(
  ['S', 'Z', 'E', 'AE', 'O'].flatMap((category): [string, (cii: Cii) => boolean][] => [
    [`BR-${category}-01`, (cii) => linesOf(category, cii).length > 0 === ofCategory(category, cii.taxes).length > 0],
    [
      `BR-${category}-05`,
      (cii) =>
        linesOf(category, cii).every((line) => {
          const rate = line.textAt(...taxOfLine, 'RateApplicablePercent')
          if (category === 'O') return rate === ''
          return category === 'S' ? Number(rate) > 0 : rate !== '' && Number(rate) === 0
        }),
    ],
    [
      `BR-${category}-08`,
      (cii) =>
        ofCategory(category, cii.taxes).every((tax) => {
          const lines = cii.lines.filter((line) => line.all(...taxOfLine).some((one) => groupOf(one) === groupOf(tax)))
          return sum(lines.map(netOf)) === cents(tax.textAt('BasisAmount'))
        }),
    ],
    [
      `BR-${category}-09`,
      ({ taxes }) =>
        category === 'S' || ofCategory(category, taxes).every((tax) => cents(tax.textAt('CalculatedAmount')) === 0n),
    ],
    [
      `BR-${category}-10`,
      ({ taxes }) =>
        ofCategory(category, taxes).every(
          (tax) => (tax.textAt('ExemptionReason') !== '') === ['E', 'AE', 'O'].includes(category),
        ),
    ],
  ]),
)

export const rulesOfVatIds: Rules = {
  'BR-S-02': ({ seller, taxes }) =>
    ofCategory('S', taxes).length === 0 || seller.all('SpecifiedTaxRegistration', 'ID').length > 0,
  'BR-AE-02': ({ seller, buyer, taxes }) =>
    ofCategory('AE', taxes).length === 0 ||
    (seller.all('SpecifiedTaxRegistration', 'ID').length > 0 && registered(buyer, 'VA').length > 0),
  'BR-O-02': ({ seller, buyer, taxes }) =>
    ofCategory('O', taxes).length === 0 || [...registered(seller, 'VA'), ...registered(buyer, 'VA')].length === 0,
  'BR-O-11': ({ taxes }) => ofCategory('O', taxes).length === 0 || taxes.length === 1,
}
