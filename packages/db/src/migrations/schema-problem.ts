import { text } from '../client/columns.ts'
import type { Sql } from '../client/sql.ts'
import { readNames } from './files.ts'
import type { MigrateOptions } from './files.ts'
import { stranger } from './ledger.ts'

/**
 * Why this build does not begin on a database, in a sentence; undefined when it does.
 *
 * @throws Error when the database cannot be asked.
 */
export async function schemaProblem(sql: Sql): Promise<string | undefined> {
  const encoding = await encodingProblem(sql)
  if (encoding !== undefined) return encoding
  const [known, applied] = await Promise.all([readNames(), readApplied(sql)])
  const later = applied.find((name) => !known.includes(name))
  return (
    lacks(known, applied) ??
    (later && `The database ${stranger(later, known.at(-1) ?? 'none')}; run the build that it belongs to`)
  )
}

async function encodingProblem(sql: Sql): Promise<string | undefined> {
  const [row] = await sql.rows({ encoding: text })`SELECT current_setting('server_encoding') AS encoding`
  return row && otherEncoding(row.encoding)
}

/** Why nothing can be kept in a database with this encoding; undefined when it can. */
export const otherEncoding = (encoding: string) =>
  encoding === 'UTF8'
    ? undefined
    : `The database has the encoding ${encoding}, and Matterbase needs UTF8: create another one, with CREATE DATABASE matterbase ENCODING 'UTF8' LOCALE 'C.UTF-8' TEMPLATE template0`

function lacks(known: readonly string[], applied: readonly string[]): string | undefined {
  const [first] = known.filter((name) => !applied.includes(name))
  return first && `The database lacks migrations of this build, first of all ${first}: run "matterbase migrate"`
}

/**
 * Checks the schema that a running process needs. Migrations keep the previous build working, so it continues next to a
 * newer one. Simultaneous callers share one query, because this check is public and must not use up connections.
 *
 * @param options.folder is read once, because a newer build may replace it later.
 */
export function readinessOf(sql: Sql, { folder }: MigrateOptions = {}): () => Promise<string | undefined> {
  const known = readNames(folder)
  // The message for the caller.
  known.catch(() => undefined)
  const ask = async () => lacks(await known, await readApplied(sql))
  let asked: Promise<string | undefined> | undefined
  return () =>
    (asked ??= ask().finally(() => {
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
