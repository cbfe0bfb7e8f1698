import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { Client } from 'pg'

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

interface Migration {
  name: string
  sql: string
  checksum: string
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

async function readLedger(client: Client): Promise<Map<string, string>> {
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

function refuseStrangers(known: Migration[], applied: Map<string, string>): void {
  const checksums = new Map(known.map(({ name, checksum }) => [name, checksum]))
  for (const [name, checksum] of applied) {
    const expected = checksums.get(name)
    if (expected === undefined)
      throw new Error(
        `The database is newer than this build: it has migration ${name}, this build ends with ${known.at(-1)?.name ?? 'none'}`,
      )
    if (expected !== checksum)
      throw new Error(
        `Migration ${name} was changed after it was applied: restore its file and write a new migration instead`,
      )
  }
}

async function apply(client: Client, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query('BEGIN')
    await client.query(sql)
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
      [randomUUID(), checksum, name],
    )
    await client.query('COMMIT')
  } catch (cause) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw new Error(
      `Migration ${name} failed and was rolled back: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    )
  }
}
