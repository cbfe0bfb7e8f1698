import { jsonOf, jsonWith } from '@matterbase/db'
import type { JsonColumns, Prisma } from '@matterbase/db'
import type { Deriveds, FieldKind, Fields } from '@matterbase/schemas'
import { withTag } from '../tag.ts'
import { storedFields } from './stored-fields.ts'

/** In the order of a record's JSON: the fields in the column `json`, then the others, then those that the service sets. */
export function recordColumns(table: string, fields: Fields, derived: Deriveds): JsonColumns {
  const names = Object.keys(fields)
  const stored = storedFields[table] ?? names
  const kinds = (some: readonly string[]) =>
    Object.fromEntries(some.map((name) => [name, columnKind(fields[name]?.kind)] as const))
  return withTag({
    id: 'plain',
    ...kinds(stored),
    created_at: 'timestamp',
    updated_at: 'timestamp',
    ...kinds(names.filter((name) => !stored.includes(name))),
    ...Object.fromEntries(Object.entries(derived).map(([name, { fallback = [] }]) => [name, { orElse: fallback }])),
  })
}

const columnKind = (kind: FieldKind | undefined) => (kind === 'timestamp' || kind === 'map' ? kind : 'plain')

/**
 * An expression that writes a row as JSON text: the stored JSON, if the table has it, followed by the columns that it lacks.
 * @param row the alias of the row. Needed where other rows are in scope.
 */
export function recordJson(table: string, columns: JsonColumns, row?: string): Prisma.Sql {
  const stored = storedFields[table]
  if (!stored) return jsonOf(columns, row)
  const inJson = new Set(['id', ...stored, 'created_at', 'updated_at'])
  const others = Object.fromEntries(Object.entries(columns).filter(([name]) => !inJson.has(name)))
  return jsonWith('json', others, row)
}
