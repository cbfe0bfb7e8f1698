import { markup } from '../../../http/browser/html.ts'
import type { Html } from '../../../http/browser/html.ts'
import { code, joined, literal } from './prose.ts'
import type { Schema } from '../source.ts'

/** What a value must be, what it is when it is not sent, and how it can look, a phrase for each. */
export function limits(schema: Schema): Html[] {
  const { items, minLength, maxLength, minimum, maximum, minItems, maxItems, pattern, readOnly } = schema
  const values = (schema.enum ?? items?.enum)?.filter((value) => value !== null)
  const phrases: readonly (Html | false | undefined)[] = [
    readOnly && markup`set by the service`,
    values && markup`${values.length > 1 ? 'one of' : 'only'} ${joined(values.map(literal), ', ')}`,
    range(minLength, maxLength, ' characters'),
    range(minimum, maximum),
    range(minItems, maxItems, ' items'),
    pattern !== undefined && markup`matches ${code(pattern)}`,
    schema.default !== undefined && markup`default ${literal(schema.default)}`,
    schema.example !== undefined && markup`for example ${literal(schema.example)}`,
  ]
  return phrases.filter((phrase) => phrase instanceof Object)
}

function range(least: number | undefined, most: number | undefined, unit = ''): Html | undefined {
  if (least === undefined && most === undefined) return undefined
  if (least === undefined) return markup`at most ${most}${unit}`
  if (most === undefined) return markup`at least ${least}${unit}`
  return markup`${least} to ${most}${unit}`
}
