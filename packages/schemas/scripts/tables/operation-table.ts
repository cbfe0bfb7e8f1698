import { array, object } from '../schema-changes.ts'
import type { Json } from '../schema-changes.ts'
import { table } from './table.ts'

/**
 * The requests of a resource and the scope that an API key needs for each.
 *
 * @param tag the tag of the resource, such as `Matters`.
 */
export function operationTable(tag: string, document: Json): string {
  const rows = Object.entries(object(document['paths'])).flatMap(([path, item]) =>
    Object.entries(object(item)).flatMap(([method, value]) => {
      const operation = object(value)
      if (!array(operation['tags']).includes(tag)) return []
      const scopes = array(operation['x-required-scopes']).map((scope) => `\`${String(scope)}\``)
      return [[`\`${method.toUpperCase()} ${path}\``, String(operation['summary']), scopes.join(', ')]]
    }),
  )
  return table(['Request', 'Does', 'Scope'], rows)
}
