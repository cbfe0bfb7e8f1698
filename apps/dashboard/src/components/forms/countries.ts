// ISO 3166, as browsers have no list of it.
const countries =
  'AD AE AL AM AR AT AU AZ BA BD BE BG BH BO BR BS BY CA CH CL CM CN CO CR CY CZ DE DK DO DZ EC EE EG ES ET FI FO FR GB GE GG GH GI GR GT HK HN HR HU ID IE IL IM IN IQ IR IS IT JE JM JO JP KE KH KR KW KZ LB LI LK LT LU LV MA MC MD ME MK MT MU MX MY NG NI NL NO NP NZ OM PA PE PH PK PL PR PT PY QA RO RS RU SA SE SG SI SK SM SN SV TH TN TR TT TW TZ UA UG US UY UZ VA VE VN ZA ZM ZW'

export function countryOptions() {
  const name = new Intl.DisplayNames('en', { type: 'region' })
  const options = countries.split(' ').map((value) => ({ value, label: name.of(value) ?? value }))
  return options.toSorted((a, b) => a.label.localeCompare(b.label))
}
