import { createHash } from 'node:crypto'
import { readApplied, sqlOf } from '@matterbase/db'
import { sealingKeys } from '@matterbase/domain'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { listTables, readSequences } from './catalog.ts'
import type { Table } from './catalog.ts'
import { encodeFrame } from './frames.ts'
import type { Head, TableSum } from './frames.ts'

/** The content of a backup, for people and machines. */
export interface Manifest extends Omit<Head, 'encryption_key' | 'sequences'> {
  with_key: boolean
  rows: number
  tables: ({ name: string } & TableSum)[]
}

/** The same of a head, before its tables are known. */
export function manifestOf({ taken_at, version, postgresql, migrations, sealed_with, encryption_key }: Head): Manifest {
  const known = { taken_at, version, postgresql, migrations, sealed_with }
  return { ...known, with_key: encryption_key !== null, rows: 0, tables: [] }
}

/**
 * Begins a transaction that sees one moment of the database, and reads what the backup begins with.
 *
 * @throws Error when there is nothing to back up, or the schema is just being changed.
 */
export async function beginSnapshot(client: Client, version: string): Promise<{ head: Head; tables: Table[] }> {
  const before = await listTables(client)
  if (before.length === 0)
    throw new Error(
      'The database has no tables, so there is nothing to back up: run "matterbase migrate", or correct DATABASE_URL',
    )
  const names = [...before.map(({ name }) => name), '_prisma_migrations'].map((name) => client.escapeIdentifier(name))
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  for (const setting of ['statement_timeout', 'idle_in_transaction_session_timeout'])
    await client.query(`SET LOCAL ${setting} = 0`)
  // Rows come in the order in which they lie, so that two backups of the same database have the same checksums.
  await client.query('SET LOCAL synchronize_seqscans = off; SET LOCAL max_parallel_workers_per_gather = 0')
  // Before the moment is chosen: a migration that rewrites a table later would leave it empty to our eyes.
  await client.query(`LOCK TABLE ${names.join(', ')} IN ACCESS SHARE MODE`)
  const tables = await listTables(client)
  if (JSON.stringify(tables) !== JSON.stringify(before))
    throw new Error('The database was migrated during the backup: run the backup again')
  const { rows } = await client.query<{ taken_at: Date; server_version: string }>(
    `SELECT clock_timestamp() AS taken_at, current_setting('server_version') AS server_version`,
  )
  const head = {
    taken_at: (rows[0]?.taken_at ?? new Date()).toISOString(),
    version,
    postgresql: rows[0]?.server_version ?? '',
    migrations: await readApplied(client),
    sequences: await readSequences(client),
    sealed_with: await sealingKeys(sqlOf(client)),
    encryption_key: null,
  }
  return { head, tables }
}

/** All rows of the tables as frames, noted in the manifest. */
export async function* dump(
  client: Client,
  { head, tables, manifest }: { head: Head; tables: readonly Table[]; manifest: Manifest },
): AsyncGenerator<Buffer> {
  yield* encodeFrame({ kind: 'head', value: head })
  for (const { name, columns } of tables) {
    yield* encodeFrame({ kind: 'table', value: { name, columns: [...columns] } })
    const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
    const copy = client.query(
      copyTo(`COPY (SELECT ${list} FROM ${client.escapeIdentifier(name)}) TO STDOUT (FORMAT binary)`),
    )
    const hash = createHash('sha256')
    let bytes = 0
    for await (const chunk of copy as AsyncIterable<Buffer>) {
      hash.update(chunk)
      bytes += chunk.length
      yield* encodeFrame({ kind: 'rows', value: chunk })
    }
    // How many there were is said after the last of them.
    await client.query('SELECT 1')
    const value = { rows: copy.rowCount, bytes, sha256: hash.digest('hex') }
    manifest.tables.push({ name, ...value })
    manifest.rows += value.rows
    yield* encodeFrame({ kind: 'sum', value })
  }
  yield* encodeFrame({ kind: 'end', value: { tables: tables.length, rows: manifest.rows } })
}
