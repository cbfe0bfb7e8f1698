import type { FrozenInvoice, FrozenLine } from '../frozen/frozen-invoice.ts'
import { ledesText, lostLetters } from './ledes-text.ts'
import type { Missing } from './missing.ts'
import { brokenRules } from './rules.ts'

const longestId = 20

const problem = (place: Missing['place'], message: string): Missing => ({ place, message })

/** The reasons why an invoice cannot be a LEDES file: first missing details, then lines that readers refuse. */
export function ledesProblems(invoice: FrozenInvoice): readonly Missing[] {
  const { number, matter, buyer, seller, kind, lines } = invoice
  return [
    ...(kind === 'credit_note' ? [problem('invoice', 'LEDES 1998B has no credit notes')] : []),
    ...id('invoice', number, 'The number of the invoice'),
    ...(buyer.id === null ? [problem('invoice', 'A client')] : []),
    ...(matter === null
      ? [problem('invoice', 'A matter')]
      : [
          ...id('matter', matter.number ?? String(matter.id), 'The matter number'),
          ...id('matter', matter.clientMatterId, 'The client’s matter number'),
        ]),
    ...id('firm', seller.taxNumber ?? seller.vatId, 'The tax number or VAT ID of the firm'),
    ...timekeepersOf(lines).flatMap(({ name, timekeeperId, classification }) => [
      ...id('members', timekeeperId, `The timekeeper ID of ${name}`),
      ...(lostLetters(name) === '' && /[a-z]/i.test(ledesText(name))
        ? []
        : [problem('members', `The name “${name}” in letters from A to Z`)]),
      ...(classification === null ? [problem('members', `The classification of ${name}`)] : []),
    ]),
    ...(lines.length === 0 ? [problem('invoice', 'At least one line')] : []),
    ...lines.flatMap((line, index) =>
      ofLine(line).map((message) => problem('invoice', `Line ${index + 1}: ${message}`)),
    ),
    ...brokenRules(invoice)
      .filter(({ rule }) => rule === 'PEPPOL-EN16931-R120' || rule === 'BR-CO-10')
      .map(({ message }) => problem('invoice', message)),
  ]
}

/** Something that is there, and no longer than LEDES takes it. */
function id(place: Missing['place'], value: string | null, name: string): readonly Missing[] {
  const text = ledesText(value ?? '')
  if (text === '') return [problem(place, name)]
  const letters = lostLetters(value ?? '')
  if (letters !== '') return [problem(place, `${name}: LEDES has letters from A to Z only, so replace “${letters}”`)]
  if (text.length <= longestId) return []
  return [problem(place, `${name}: “${text}” has ${text.length} characters, and LEDES allows ${longestId}`)]
}

const timekeepersOf = (lines: readonly FrozenLine[]) => [
  ...new Map(
    lines.flatMap(({ kind, member }) => (kind === 'expense' || member === null ? [] : [[member.id, member] as const])),
  ).values(),
]

function ofLine({ kind, member, description }: FrozenLine): readonly string[] {
  const letters = lostLetters(description)
  return [
    ...(kind === 'time' && member === null ? ['the member who did the work is missing'] : []),
    ...(letters === '' && /[a-z0-9]/i.test(ledesText(description))
      ? []
      : [`the description needs letters from A to Z${letters && `, not “${letters}”`}`]),
  ]
}
