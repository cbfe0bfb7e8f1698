import { array, object, resolve } from '../schema-changes.ts'
import type { Json } from '../schema-changes.ts'

/** The type of a field in words: `string`, `date or null`, `array of Allocation`, or its values. */
export function typeName(schema: Json, document: Json): string {
  const { type, format, items, nullable, ...rest } = flattened(schema, document)
  const values = array(rest['enum']).filter((value) => typeof value === 'string')
  if (values.length > 0) return `${values.map((value) => `\`${value}\``).join(', ')}${orNull(nullable)}`
  if (type === 'array') return `array of \`${nameOf(object(items))}\``
  return `${typeof format === 'string' ? (formats[format] ?? String(type)) : String(type)}${orNull(nullable)}`
}

/** A schema with what it refers to. */
export function flattened(schema: Json, document: Json): Json {
  const { allOf, ...own } = resolve(schema, document)
  return { ...array(allOf).map((part) => flattened(object(part), document))[0], ...own }
}

const formats: Readonly<Record<string, string>> = {
  date: 'date',
  'date-time': 'date-time',
  email: 'email',
  uri: 'URL',
  uuid: 'UUID',
}

const orNull = (nullable: unknown) => (nullable === true ? ' or null' : '')
const nameOf = ({ $ref, type }: Json) => (typeof $ref === 'string' ? ($ref.split('/').at(-1) ?? '') : String(type))
