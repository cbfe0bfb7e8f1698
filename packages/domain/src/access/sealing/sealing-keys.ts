import { identifier, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { sealedColumns } from './rewrap.ts'

/** The prefixes of the sealed values of a database, in hexadecimal: the first bytes of the hashes of their keys. */
export async function sealingKeys(sql: Sql): Promise<string[]> {
  const there = await sql.rows({ name: text })`
    SELECT relname || '.' || attname AS name FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
    WHERE relnamespace = current_schema()::regnamespace AND attnum > 0`
  const names = new Set(there.map(({ name }) => name))
  const found = new Set<string>()
  for (const { table, column } of sealedColumns) {
    // An older database has not all of them yet.
    if (!names.has(`${table}.${column}`)) continue
    const rows = await sql.rows({ id: text })`
      SELECT DISTINCT encode(substring(${identifier(column)} FROM 1 FOR 4), 'hex') AS id FROM ${identifier(table)}
      WHERE ${identifier(column)} IS NOT NULL`
    for (const { id } of rows) found.add(id)
  }
  return [...found].toSorted()
}
