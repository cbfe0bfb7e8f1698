import { array, object, resolve } from '../schema-changes.ts'
import type { Json } from '../schema-changes.ts'
import { table } from './table.ts'

// Every list has these; the guide to lists explains them.
const general = new Set(['limit', 'offset', 'cursor', 'include', 'epoch', 'fields'])

/**
 * The parameters of a list by which it can be filtered and sorted.
 *
 * @param path such as `/matters`.
 */
export function filterTable(path: string, document: Json): string {
  const { parameters } = object(object(object(document['paths'])[path])['get'])
  const own = array(parameters).map((parameter) => resolve(object(parameter), document))
  const rows = own
    .filter(({ in: place, name }) => place === 'query' && !general.has(String(name)))
    .map(({ name, description }) => [`\`${String(name)}\``, String(description)])
  return table(['Parameter', 'Meaning'], rows)
}
