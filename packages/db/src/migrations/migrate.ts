import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import { advisoryLocks } from '../advisory-locks.ts'
import { PrimaryClient } from '../client/primary-client.ts'
import { concurrentIndex, makeConcurrently } from './concurrent-index.ts'
import { migrationsFolder, readMigrations } from './files.ts'
import type { Migration, MigrateOptions } from './files.ts'
import { makeLedger, note, readLedger, refuseStrangers } from './ledger.ts'
import { otherEncoding } from './schema-problem.ts'

/**
 * The `lock_timeout` of a migration in milliseconds, because other clients wait behind it. It is less than PostgreSQL's
 * `deadlock_timeout` of a second, so that the migration gives up in a deadlock.
 */
const lockTimeout = 300
const pause = 1_000

/**
 * Brings the database to this build's schema while others use it. A migration is applied whole or not at all; processes
 * that migrate at the same time wait for each other.
 *
 * @param options.patience for how long what others hold is waited for, in milliseconds. Default five minutes.
 * @returns the names of the migrations that were applied, in order.
 * @throws Error when a migration fails, the database is not in UTF8 or newer than this build, or a migration was changed after it was applied.
 */
export async function migrate(
  url: string,
  { folder = migrationsFolder, patience = 300_000 }: MigrateOptions & { patience?: number } = {},
): Promise<string[]> {
  const known = await readMigrations(folder)
  const client = new PrimaryClient({ connectionString: url, connectionTimeoutMillis: 5_000 })
  // A lost connection fails the statement in flight.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('SET statement_timeout = 0; SET lock_timeout = 0; SET jit = off')
    await refuseOtherEncoding(client)
    await waitForTurn(client)
    await makeLedger(client)
    const applied = await readLedger(client)
    refuseStrangers(known, applied)
    const pending = known.filter(({ name }) => !applied.has(name))
    for (const migration of pending) await apply(client, migration, performance.now() + patience)
    return pending.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

async function refuseOtherEncoding(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ server_encoding: string }>('SHOW server_encoding')
  const problem = otherEncoding(rows[0]?.server_encoding ?? '')
  if (problem !== undefined) throw new Error(problem)
}

// Asked again and again: a statement that waits for its lock is waited for by an index that is made concurrently.
async function waitForTurn(client: ClientBase): Promise<void> {
  const ask = () => client.query(`SELECT pg_try_advisory_lock(${advisoryLocks.migrations}) AS is_mine`)
  while (!(await ask()).rows[0]?.is_mine) await sleep(100)
}

async function apply(client: ClientBase, migration: Migration, until: number): Promise<void> {
  const index = concurrentIndex(migration)
  try {
    if (index === undefined) return await inTransaction(client, migration)
    await makeConcurrently(client, index, migration.sql)
    await note(client, migration)
  } catch (cause) {
    if (isHeldUp(cause) && performance.now() < until) {
      await sleep(pause)
      return apply(client, migration, until)
    }
    const why = cause instanceof Error ? cause.message : String(cause)
    const advice = isHeldUp(cause) ? ': let a backup, an export or another long transaction end, and migrate again' : ''
    throw new Error(`Migration ${migration.name} failed and was rolled back: ${why}${advice}`, { cause })
  }
}

async function inTransaction(client: ClientBase, migration: Migration): Promise<void> {
  try {
    await client.query(`BEGIN; SET LOCAL lock_timeout = ${lockTimeout}`)
    await client.query(migration.sql)
    await note(client, migration)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

// lock_not_available and deadlock_detected.
const heldUp = new Set(['55P03', '40P01'])

const isHeldUp = (error: unknown) => error instanceof Error && 'code' in error && heldUp.has(String(error.code))
