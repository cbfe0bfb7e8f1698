import { markup } from '../../../http/browser/html.ts'
import type { Html } from '../../../http/browser/html.ts'
import { joined } from './prose.ts'
import { nameOf } from '../source.ts'
import type { Schema } from '../source.ts'

/** What kind of value it is; objects that have a name are linked to where their fields are. */
export function typeText(schema: Schema): Html {
  return schema.nullable ? markup`${plain(schema)} or null` : plain(schema)
}

function plain({ $ref, type, format, items, anyOf, allOf, additionalProperties }: Schema): Html {
  if ($ref !== undefined) return markup`<a href="#${nameOf($ref)}">${nameOf($ref)}</a>`
  const alternatives = anyOf ?? allOf?.filter((part) => part.$ref ?? part.type)
  if (alternatives) return markup`${joined(alternatives.map(typeText), ' or ')}`
  if (type === 'array') return items ? markup`array of ${typeText(items)}` : markup`array`
  if (typeof additionalProperties === 'object') return markup`object of ${typeText(additionalProperties)}`
  return markup`${type ?? 'any'}${format !== undefined && ` (${format})`}`
}

/** The names of the schemas that a schema leads to by itself, in the order in which they are met. */
export function refsOf({ $ref, items, properties = {}, anyOf = [], allOf = [] }: Schema): string[] {
  const parts = [...(items ? [items] : []), ...Object.values(properties), ...anyOf, ...allOf]
  return [...($ref === undefined ? [] : [nameOf($ref)]), ...parts.flatMap(refsOf)]
}
