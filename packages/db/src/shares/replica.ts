import { setTimeout as delay } from 'node:timers/promises'
import { Client, Pool } from 'pg'
import type { ClientBase, PoolConfig } from 'pg'

/** A streaming standby, in place of the primary for what is read long. */
export interface ReplicaOptions {
  /** A connection string of PostgreSQL itself. */
  readonly url: string
  /** How long it is waited for until it has all that the primary has. Default 5 s. */
  readonly patienceMs?: number
  /** Told why the primary was read instead. */
  readonly onAway: (why: Error) => void
}

export interface Replica extends Required<Omit<ReplicaOptions, 'url'>> {
  readonly pool: Pool
}

/** @param config of the primary's connections. */
export const replicaOf = (
  config: PoolConfig,
  { url, patienceMs = replicaPatienceMs, onAway }: ReplicaOptions,
): Replica => ({
  pool: new Pool({ ...config, connectionString: url, Client }),
  patienceMs,
  onAway,
})

export const replicaPatienceMs = 5_000

const stepMs = 20

// Read on both servers, because rows of another cluster would look like ours.
const system = '(SELECT system_identifier FROM pg_control_system())::text AS system'

/**
 * Waits until a replica has every commit that the primary had at the call, so that its readers miss nothing.
 *
 * @throws Error with the reason why it cannot be read in place of the primary.
 */
export async function catchUp(
  primary: Pick<ClientBase, 'query'>,
  replica: ClientBase,
  patienceMs: number,
): Promise<void> {
  const { rows } = await primary.query<{ position: string; system: string }>(
    `SELECT pg_current_wal_lsn()::text AS position, ${system}`,
  )
  const [wanted] = rows
  if (!wanted) throw new Error('the primary does not report its position')
  for (const end = performance.now() + patienceMs; ; await delay(stepMs)) {
    const found = await replica.query<{ behind: string | null; system: string }>(
      `SELECT CASE WHEN pg_is_in_recovery() THEN pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn())::text END AS behind, ${system}`,
      [wanted.position],
    )
    const [state] = found.rows
    if (state?.system !== wanted.system) throw new Error('it is not a copy of this database')
    if (state.behind === null) throw new Error('it is not a standby')
    if (Number(state.behind) <= 0) return
    if (performance.now() >= end) throw new Error(`it is ${state.behind} bytes behind`)
  }
}
