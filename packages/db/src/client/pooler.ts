import { randomUUID } from 'node:crypto'
import type { ClientBase } from 'pg'
import { forgetStatement } from './statement-names.ts'

/** Session settings of a program's connections, in milliseconds. */
export const sessionLimits = {
  // A process that is stopped in the middle of a transaction must not keep its workspace locked.
  idle_in_transaction_session_timeout: 20_000,
  statement_timeout: 30_000,
}

/**
 * Statements here are short and run often. PostgreSQL compiles a statement of high estimated cost for seconds, often longer
 * than it runs.
 */
export const sessionOptions = '-c jit=off'

// Longer than any reader may hold a connection, so that PostgreSQL only ends sessions that no client ends.
/** The same for what is read as it was at one moment. */
export const snapshotLimits = { ...sessionLimits, idle_in_transaction_session_timeout: 60_000 }

/** Begins a transaction through a pooler, which hands a connection on with what was set for it: as one message. */
export const beginPooled = (begin: string, limits: typeof sessionLimits) =>
  [begin, 'SET LOCAL jit = off', ...Object.entries(limits).map(([name, ms]) => `SET LOCAL ${name} = ${ms}`)].join('; ')

/** The URL of PostgreSQL reaches a pooler. */
export class PoolerError extends Error {
  constructor(cause?: unknown) {
    super(
      'DATABASE_URL is the address of a connection pooler such as PgBouncer, which does not keep the settings of a connection. Keep it, and set DATABASE_DIRECT_URL to the address of PostgreSQL itself',
      { cause },
    )
  }
}

/** @throws PoolerError when what the connection was begun with has not come to PostgreSQL: others share it then. */
export async function refusePooler(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ source: string }>(
    `SELECT source FROM pg_settings WHERE name = 'statement_timeout'`,
  )
  if (rows[0]?.source !== 'client') throw new PoolerError()
}

/** An error of connecting, as a PoolerError where it is a pooler's refusal of `sessionLimits`. */
export const explainRefusal = (error: unknown) =>
  error instanceof Error && error.message.includes('unsupported startup parameter') ? new PoolerError(error) : error

/**
 * True if a pooler tracks prepared statements. PgBouncer 1.21 and later prepares them under its own names. Other
 * poolers give clients connections without them.
 */
export async function tracksStatements(client: ClientBase): Promise<boolean> {
  const name = `mb_${randomUUID()}`
  const asked = [
    client.query('BEGIN'),
    client.query({ name, text: 'SELECT 1' }),
    client.query<{ is_kept: boolean }>(
      `SELECT EXISTS (SELECT FROM pg_prepared_statements WHERE name = '${name}') AS is_kept`,
    ),
  ] as const
  const [, , { rows }] = await Promise.all(asked)
  forgetStatement(client, name)
  await client.query('COMMIT')
  return rows[0]?.is_kept === false
}
