import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { Client } from 'pg'
import type { ClientBase } from 'pg'

export interface MigrateOptions {
  /** The folder of migrations, `<name>/migration.sql` each. Default: those of this build. */
  folder?: URL
}

/** The migrations of this build. */
export const migrationsFolder = new URL('../../../prisma/migrations/', import.meta.url)

// The lock and the ledger are those of `prisma migrate`, so that either can go on where the other stopped.
const lock = 72_707_369
const ledger = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id varchar(36) PRIMARY KEY NOT NULL, checksum varchar(64) NOT NULL, finished_at timestamptz, migration_name varchar(255) NOT NULL,
  logs text, rolled_back_at timestamptz, started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count integer NOT NULL DEFAULT 0)`

/**
 * Brings the database to this build's schema. A migration is applied whole or not at all; processes
 * that migrate at the same time wait for each other.
 *
 * @returns the names of the migrations that were applied, in order.
 * @throws Error when a migration fails, the database is newer than this build, or a migration was changed after it was applied.
 */
export async function migrate(url: string, { folder = migrationsFolder }: MigrateOptions = {}): Promise<string[]> {
  const known = await readMigrations(folder)
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  await client.connect()
  try {
    await client.query(`SELECT pg_advisory_lock(${lock})`)
    await client.query(ledger)
    const applied = await readLedger(client)
    refuseStrangers(known, applied)
    const pending = known.filter(({ name }) => !applied.has(name))
    for (const migration of pending) await apply(client, migration)
    return pending.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

/** A migration as the ledger has it. */
export interface Applied {
  readonly name: string
  readonly checksum: string
}

/** What a database's ledger holds; nothing where there is none. @throws Error when a migration is half applied. */
export async function readApplied(client: ClientBase): Promise<Applied[]> {
  const { rows } = await client.query(`SELECT to_regclass('_prisma_migrations') AS ledger`)
  if (rows[0]?.ledger === null) return []
  return Array.from(await readLedger(client), ([name, checksum]) => ({ name, checksum }))
}

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
  const { rows } = await client.query(`SELECT pg_try_advisory_xact_lock(${lock}) AS is_mine`)
  if (!rows[0]?.is_mine) throw new Error('Another restore or migration works on this database: wait until it has ended')
  await client.query(ledger)
  for (const migration of known.filter(({ name }) => theirs.has(name))) await run(client, migration)
  await fill()
  for (const migration of known.filter(({ name }) => !theirs.has(name))) await run(client, migration)
}

interface Migration extends Applied {
  readonly sql: string
}

async function readMigrations(folder: URL): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  return Promise.all(
    names.toSorted().map(async (name) => {
      const sql = await readFile(new URL(`${name}/migration.sql`, folder), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function readLedger(client: ClientBase): Promise<Map<string, string>> {
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

function refuseStrangers(known: Migration[], applied: Map<string, string>, what = 'The database'): void {
  const checksums = new Map(known.map(({ name, checksum }) => [name, checksum]))
  for (const [name, checksum] of applied) {
    const expected = checksums.get(name)
    if (expected === undefined)
      throw new Error(
        `${what} is newer than this build: it has migration ${name}, this build ends with ${known.at(-1)?.name ?? 'none'}`,
      )
    if (expected !== checksum)
      throw new Error(
        `Migration ${name} was changed after it was applied: restore its file and write a new migration instead`,
      )
  }
}

async function apply(client: ClientBase, migration: Migration): Promise<void> {
  try {
    await client.query('BEGIN')
    await run(client, migration)
    await client.query('COMMIT')
  } catch (cause) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw new Error(
      `Migration ${migration.name} failed and was rolled back: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    )
  }
}

async function run(client: ClientBase, { name, sql, checksum }: Migration): Promise<void> {
  await client.query(sql)
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
    [randomUUID(), checksum, name],
  )
}
