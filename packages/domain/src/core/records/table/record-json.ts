import { identifier, jsonOf, Prisma } from '@matterbase/db'
import type { ColumnKind } from '@matterbase/db'
import type { Deriveds, Fields } from '@matterbase/schemas'
import { storedFields } from './stored-fields.ts'

/** Columns of a record in the order of its JSON. */
export type RecordColumns = Readonly<Record<string, ColumnKind>>

/** The fields in the column `json`, then the others, then those that the service sets. */
export function recordColumns(table: string, fields: Fields, derived: Deriveds): RecordColumns {
  const names = Object.keys(fields)
  const stored = storedFields[table] ?? names
  const kinds = (some: readonly string[]) =>
    Object.fromEntries(some.map((name) => [name, fields[name]?.kind === 'timestamp' ? 'timestamp' : 'plain'] as const))
  return {
    id: 'plain',
    ...kinds(stored),
    created_at: 'timestamp',
    updated_at: 'timestamp',
    ...kinds(names.filter((name) => !stored.includes(name))),
    ...Object.fromEntries(Object.entries(derived).map(([name, { fallback = [] }]) => [name, { orElse: fallback }])),
  }
}

/**
 * An expression that writes a row as JSON text: the stored JSON, if the table has it, followed by the columns that it lacks.
 * @param row the alias of the row. Needed where other rows are in scope.
 */
export function recordJson(table: string, columns: RecordColumns, row?: string): Prisma.Sql {
  const stored = storedFields[table]
  if (!stored) return jsonOf(columns, row)
  const inJson = new Set(['id', ...stored, 'created_at', 'updated_at'])
  const others = Object.entries(columns).filter(([name]) => !inJson.has(name))
  const json = row === undefined ? Prisma.raw('json') : Prisma.sql`${identifier(row)}.json`
  if (others.length === 0) return json
  return Prisma.sql`(left(${json}, -1) || ',' || substr(${jsonOf(Object.fromEntries(others), row)}, 2))`
}
