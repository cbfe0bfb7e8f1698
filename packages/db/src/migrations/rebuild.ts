import type { ClientBase } from 'pg'
import { advisoryLocks } from '../advisory-locks.ts'
import { concurrentIndex, whileAlone } from './concurrent-index.ts'
import { migrationsFolder, readMigrations } from './files.ts'
import type { Applied, Migration, MigrateOptions } from './files.ts'
import { makeLedger, note, refuseStrangers } from './ledger.ts'

export interface RebuildOptions extends MigrateOptions {
  /** The migrations that the rows were written under. */
  readonly applied: readonly Applied[]
  /** Writes the rows, once these have been applied and before this build's others are. */
  readonly fill: () => Promise<void>
}

/** @throws Error when they are of a newer build than this, or one of them was changed since. */
export async function refuseUnknown(
  applied: readonly Applied[],
  { folder = migrationsFolder }: MigrateOptions = {},
): Promise<void> {
  const theirs = new Map(applied.map(({ name, checksum }) => [name, checksum]))
  refuseStrangers(await readMigrations(folder), theirs, 'The backup')
}

/**
 * Makes the schema of other rows' migrations in an empty database, has them written, and brings all to this build's,
 * in the caller's transaction.
 *
 * @throws Error when those are of a newer build, or one of them was changed since.
 */
export async function rebuild(
  client: ClientBase,
  { folder = migrationsFolder, applied, fill }: RebuildOptions,
): Promise<void> {
  await refuseUnknown(applied, { folder })
  const known = await readMigrations(folder)
  const theirs = new Set(applied.map(({ name }) => name))
  const { rows } = await client.query(`SELECT pg_try_advisory_xact_lock(${advisoryLocks.migrations}) AS is_mine`)
  if (!rows[0]?.is_mine)
    throw new Error('Another restore or migration is running on this database: wait until it ends, then try again')
  await makeLedger(client)
  for (const migration of known.filter(({ name }) => theirs.has(name))) await run(client, migration)
  await fill()
  for (const migration of known.filter(({ name }) => !theirs.has(name))) await run(client, migration)
}

async function run(client: ClientBase, migration: Migration): Promise<void> {
  await client.query(concurrentIndex(migration) === undefined ? migration.sql : whileAlone(migration))
  await note(client, migration)
}
