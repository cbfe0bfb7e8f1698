import { randomUUID } from 'node:crypto'
import type { ClientBase } from 'pg'
import type { Applied, Migration } from './files.ts'

// The ledger of `prisma migrate`, so that either can continue where the other stopped.
const ledger = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id varchar(36) PRIMARY KEY NOT NULL, checksum varchar(64) NOT NULL, finished_at timestamptz, migration_name varchar(255) NOT NULL,
  logs text, rolled_back_at timestamptz, started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count integer NOT NULL DEFAULT 0)`

export async function makeLedger(client: ClientBase): Promise<void> {
  await client.query(ledger)
}

/**
 * The migrations in a database's ledger; empty without a ledger.
 *
 * @throws Error when a migration is half applied.
 */
export async function readApplied(client: ClientBase): Promise<Applied[]> {
  const { rows } = await client.query(`SELECT to_regclass('_prisma_migrations') AS ledger`)
  if (rows[0]?.ledger === null) return []
  return Array.from(await readLedger(client), ([name, checksum]) => ({ name, checksum }))
}

/** The checksums of what is applied, by name. @throws Error when a migration is half applied. */
export async function readLedger(client: ClientBase): Promise<Map<string, string>> {
  const { rows } = await client.query<{ migration_name: string; checksum: string; finished: boolean }>(
    `SELECT migration_name, checksum, finished_at IS NOT NULL AS finished FROM _prisma_migrations
     WHERE rolled_back_at IS NULL ORDER BY migration_name`,
  )
  const failed = rows.find(({ finished }) => !finished)
  if (failed)
    throw new Error(
      `Migration ${failed.migration_name} was left half applied by another tool: finish it with "prisma migrate resolve"`,
    )
  return new Map(rows.map((row) => [row.migration_name, row.checksum]))
}

export async function note(client: ClientBase, { name, checksum }: Migration): Promise<void> {
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
    [randomUUID(), checksum, name],
  )
}

/** The message about migrations that a build does not have. */
export const stranger = (name: string, last: string) =>
  name > last
    ? `is newer than this build: it has migration ${name}, this build ends with ${last}`
    : `is of another build: it has migration ${name}, which this one never had, though it ends with a later one, ${last}`

/** @throws Error when migrations were applied that this build has not got, or has otherwise. */
export function refuseStrangers(known: Migration[], applied: Map<string, string>, what = 'The database'): void {
  const checksums = new Map(known.map(({ name, checksum }) => [name, checksum]))
  for (const [name, checksum] of applied) {
    const expected = checksums.get(name)
    if (expected === undefined) throw new Error(`${what} ${stranger(name, known.at(-1)?.name ?? 'none')}`)
    if (expected !== checksum)
      throw new Error(
        `Migration ${name} was changed after it was applied: restore its file and write a new migration instead`,
      )
  }
}
