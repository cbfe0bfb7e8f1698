import { isDefaultDescription } from '@matterbase/schemas/paper-words'
import { isInvisible } from '@matterbase/schemas/reading'
import type { FrozenInvoice } from '../frozen/frozen-invoice.ts'
import type { Missing } from './missing.ts'

interface Address {
  readonly street: string | null
  readonly city: string | null
  readonly postalCode: string | null
}

const hasAddress = (parts: readonly (string | null)[]) => parts.some((part) => !isInvisible(part ?? ''))
const structured = ({ street, city, postalCode }: Address) => [street, city, postalCode]

/** The lines with these places, such as “Lines 1, 3 and 4”. At most ten are listed. */
function linesAt(places: readonly number[]): string {
  if (places.length === 1) return `Line ${places[0]}`
  const listed = places.slice(0, 10).join(', ')
  return places.length > 10 ? `Lines ${listed} and ${places.length - 10} more` : `Lines ${listed}`
}

/**
 * Details that a tax office or the client misses on the paper of a draft: addresses (Article 226 of the VAT Directive,
 * § 14 UStG) and descriptions of lines. An invoice can be issued without them.
 */
export function paperProblems({ seller, buyer, lines }: FrozenInvoice): readonly Missing[] {
  const places = (isWanted: (description: string) => boolean) =>
    lines.flatMap(({ description }, at) => (isWanted(description) ? [at + 1] : []))
  const [empty, unnamed] = [places(isInvisible), places(isDefaultDescription)]
  const has = empty.length === 1 ? 'has' : 'have'
  return [
    ...(isInvisible(buyer.name ?? '') ? [problem('client', 'The invoice has no client.')] : []),
    ...(buyer.id !== null && !hasAddress([...structured(buyer), buyer.address])
      ? [problem('client', 'The address of the client is missing. The client may not be able to deduct the tax.')]
      : []),
    ...(hasAddress(structured(seller)) ? [] : [problem('firm', 'The address of your firm is missing.')]),
    ...(empty.length > 0 ? [problem('invoice', `${linesAt(empty)} ${has} no text that can be read.`)] : []),
    ...(unnamed.length > 0
      ? [problem('invoice', `${linesAt(unnamed)} ${unnamed.length === 1 ? 'has' : 'have'} no description.`)]
      : []),
  ]
}

const problem = (place: Missing['place'], message: string): Missing => ({ place, message })
