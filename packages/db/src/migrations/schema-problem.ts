import { text } from '../client/columns.ts'
import type { Sql } from '../client/sql.ts'
import { readNames } from './files.ts'

export interface SchemaOptions {
  /** Whether a database that a newer build has migrated is fine. Default false. */
  readonly mayBeNewer?: boolean
}

/**
 * Why this build does not work on a database, in a sentence; undefined when it does. Migrations leave the build before
 * them working, so a process that runs already may go on beside a newer one.
 *
 * @throws Error when the database cannot be asked.
 */
export async function schemaProblem(sql: Sql, { mayBeNewer = false }: SchemaOptions = {}): Promise<string | undefined> {
  const [known, applied] = await Promise.all([readNames(), readApplied(sql)])
  const lacking = known.filter((name) => !applied.includes(name))
  if (lacking.length > 0)
    return `The database lacks migrations of this build, first of all ${lacking[0]}: run "matterbase migrate"`
  const later = mayBeNewer ? undefined : applied.find((name) => !known.includes(name))
  return later && `The database is newer than this build: it has migration ${later}; run the build that it belongs to`
}

/**
 * Asks for the `schemaProblem` of a process that runs. All who ask meanwhile get one answer: anybody may, and it must
 * not take the connections that others need.
 */
export function readinessOf(sql: Sql): () => Promise<string | undefined> {
  let asked: Promise<string | undefined> | undefined
  return () =>
    (asked ??= schemaProblem(sql, { mayBeNewer: true }).finally(() => {
      asked = undefined
    }))
}

const noSuchTable = '42P01'

async function readApplied(sql: Sql): Promise<string[]> {
  try {
    const rows = await sql.rows({ name: text })`
      SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1`
    return rows.map(({ name }) => name)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === noSuchTable) return []
    throw error
  }
}
