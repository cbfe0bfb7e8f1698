import { Pool } from 'pg'
import type { ClientBase } from 'pg'
import { sharesOf } from '../shares/shares.ts'
import type { ShareOptions, Shares } from '../shares/shares.ts'
import { refusePooler, sessionLimits, sessionOptions, snapshotLimits, tracksStatements } from './pooler.ts'
import { replicaOf } from '../shares/replica.ts'
import type { ReplicaOptions } from '../shares/replica.ts'
import { snapshotPlaces, snapshotsOf } from '../shares/snapshots.ts'
import type { Snapshots } from '../shares/snapshots.ts'
import { PrimaryClient } from './primary-client.ts'
import { sqlOf } from './sql.ts'
import type { Inspect, Sql } from './sql.ts'
import { leaveUnnamed } from './statement-names.ts'

/** A database: SQL through a pool. */
export interface Db extends Sql {
  readonly pool: Pool
  readonly isPooled: boolean
  readonly shares: Shares
  readonly snapshots: Snapshots
  readonly inspect: Inspect | undefined
  /** Ends its connections. */
  $disconnect(): Promise<void>
}

export interface DbOptions extends ShareOptions {
  /** A PostgreSQL connection string, PostgreSQL 14 or newer. */
  url: string
  /** True for the URL of a pooler, which gives each transaction any connection. Default false: a pooler is refused. */
  isPooled?: boolean
  /** Where snapshots are read. Default: on the primary. */
  replica?: ReplicaOptions | undefined
  /** The most connections held at once. Default 10. */
  poolSize?: number
  /** Told of errors of idle connections, which have no caller to throw to. */
  onError?: (error: Error) => void
  /** Told of every statement and its answer. For tests. */
  inspect?: Inspect | undefined
}

const defaultPoolSize = 10

/** The most connections to the primary that `createDb` opens by default: its pool, and those of exports. */
export const mostConnections = defaultPoolSize + snapshotPlaces

/** Opens a pool lazily: nothing is dialled before the first statement. Close it with `$disconnect()`. */
export function createDb({
  url,
  isPooled = false,
  replica: standby,
  poolSize = defaultPoolSize,
  onError = () => undefined,
  inspect,
  ...shares
}: DbOptions): Db {
  const config = {
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    Client: PrimaryClient,
    // The pool waits for it, and listens for the end of the connection in the meantime.
    onConnect: isPooled ? nameIfTracked : refusePooler,
  }
  const pool = new Pool({
    ...config,
    max: poolSize,
    ...(!isPooled && { ...sessionLimits, options: sessionOptions }),
    // Statements are sent immediately, without waiting for the previous result. A connection has one user at a time.
    pipeline: true,
  })
  // A replica is reached without a pooler.
  const direct = { ...config, ...snapshotLimits, options: sessionOptions, onConnect: refusePooler, max: snapshotPlaces }
  const replica = standby && replicaOf(direct, standby)
  const snapshots = snapshotsOf(
    { ...config, ...(!isPooled && { ...snapshotLimits, options: sessionOptions }) },
    replica,
  )
  const pools = [pool, snapshots.pool, ...(replica ? [replica.pool] : [])]
  for (const each of pools) each.on('error', onError)
  return {
    ...sqlOf(pool, inspect),
    pool,
    isPooled,
    snapshots,
    inspect,
    shares: sharesOf(poolSize, shares),
    // An idle connection keeps a program alive.
    async $disconnect() {
      await Promise.all(pools.map(async (each) => each.ending || each.end()))
    },
  }
}

async function nameIfTracked(client: ClientBase): Promise<void> {
  if (!(await tracksStatements(client))) leaveUnnamed(client)
}
