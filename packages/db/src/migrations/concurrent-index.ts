import type { ClientBase } from 'pg'
import type { Migration } from './files.ts'

const statement =
  /^(?:CREATE(?: UNIQUE)? INDEX CONCURRENTLY IF NOT EXISTS|DROP INDEX CONCURRENTLY IF EXISTS) "([^"]+)"[^;]*;?$/

/**
 * The index that a migration makes or drops CONCURRENTLY, while others write. PostgreSQL does that outside of
 * transactions only, so it is all that the migration does. Undefined for every other migration.
 *
 * @throws Error when there is more to it, or it could not be done again.
 */
export function concurrentIndex({ name, sql }: Migration): string | undefined {
  const bare = sqlOf(sql)
  if (!/\bCONCURRENTLY\b/i.test(bare)) return undefined
  const index = statement.exec(bare)?.[1]
  if (index === undefined)
    throw new Error(
      `Migration ${name} must be nothing but one CREATE INDEX CONCURRENTLY IF NOT EXISTS "name" … or DROP INDEX CONCURRENTLY IF EXISTS "name": it cannot be rolled back, and may be run again`,
    )
  return index
}

/** The same inside a transaction, for a database without other clients. */
export const whileAlone = ({ sql }: Migration) => sqlOf(sql).replace(' CONCURRENTLY', '')

const sqlOf = (sql: string) => sql.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim()

/** Runs such a migration, again too where it was ended in the middle: half an index is worse than none. */
export async function makeConcurrently(client: ClientBase, index: string, sql: string): Promise<void> {
  await dropHalf(client, index)
  try {
    await client.query(sql)
  } catch (error) {
    await dropHalf(client, index).catch(() => undefined)
    throw error
  }
}

async function dropHalf(client: ClientBase, index: string): Promise<void> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_index WHERE indexrelid = to_regclass(quote_ident($1)) AND NOT indisvalid`,
    [index],
  )
  if (rowCount) await client.query(`DROP INDEX CONCURRENTLY ${client.escapeIdentifier(index)}`)
}
