import { array, object, resolve } from '../schema-changes.ts'
import type { Json } from '../schema-changes.ts'
import { docComment } from './doc-comment.ts'
import { schemaOf, sdkNameOf } from './names.ts'
import { returnedWords, sentWords } from './words.ts'

/** Enums of two or three values that nothing else refers to, which the SDK writes out. */
const writtenOut: ReadonlySet<string> = new Set(['Environment', 'RateTier'])

export interface Place {
  readonly document: Json
  /** True for values that the caller sends. A date can then be a Date, and an array can be read-only. */
  readonly isSent: boolean
  /** Collects the schemas that the text refers to. */
  readonly refs: Set<string>
}

/** The TypeScript type of a schema. */
export function typeText(schema: Json, place: Place): string {
  const flat = resolve(schema, place.document)
  const values = array(flat['enum']).filter((value) => typeof value === 'string')
  return `${named(schema, place) ?? plain(flat, values, place)}${flat['nullable'] === true ? ' | null' : ''}`
}

function named(schema: Json, { refs }: Place): string | undefined {
  const { $ref } = { ...object(array(schema['allOf'])[0]), ...schema }
  if (typeof $ref !== 'string') return undefined
  const name = schemaOf($ref)
  if (writtenOut.has(name)) return undefined
  refs.add(name)
  return sdkNameOf(name)
}

function plain(flat: Json, values: readonly unknown[], place: Place): string {
  if (values.length > 0) return values.map((value) => `'${String(value)}'`).join(' | ')
  const { type, format, items, properties, additionalProperties: ofMap } = flat
  if (type === 'array') return `${place.isSent ? 'readonly ' : ''}${typeText(object(items), place)}[]`
  if (ofMap === true) return pairsText('unknown', place)
  if (typeof ofMap === 'object') return pairsText(typeText(object(ofMap), place), place)
  if (properties !== undefined) return `{\n${fieldLines(flat, place)}\n}`
  if (type === 'integer') return 'number'
  return `${String(type)}${place.isSent && (format === 'date' || format === 'date-time') ? ' | Date' : ''}`
}

const pairsText = (value: string, { isSent }: Place) =>
  isSent ? `Readonly<Record<string, ${value}>>` : `Record<string, ${value}>`

/** The fields of an object, a line each with its description. Fields that are not required can be left out. */
export function fieldLines(schema: Json, place: Place, isShown: (name: string) => boolean = () => true): string {
  const { properties, required } = resolve(schema, place.document)
  const fields = Object.entries(object(properties)).filter(([name]) => isShown(name))
  return fields
    .map(([name, value]) => {
      const words = place.isSent ? sentWords : returnedWords
      const text = typeText(object(value), place)
      const field = array(required).includes(name) ? `${name}: ${text}` : `${name}?: ${text} | undefined`
      return `${docComment(words(resolve(value, place.document)), '  ')}\n  ${field}`
    })
    .join('\n')
}
