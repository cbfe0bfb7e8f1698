import { callbackify } from 'node:util'
import { PrismaPg } from '@prisma/adapter-pg'
import { Pool } from 'pg'
import type { ClientBase } from 'pg'
import { PrismaClient } from '../generated/client.ts'
import { sharesOf } from '../shares/shares.ts'
import type { ShareOptions, Shares } from '../shares/shares.ts'
import { refusePooler, sessionLimits, tracksStatements } from './pooler.ts'
import { sqlOf } from './sql.ts'
import type { Inspect, Sql } from './sql.ts'
import { leaveUnnamed } from './statement-names.ts'

/** Prisma's client for ordinary code, and SQL as it is for what is called often; both on one pool. */
export type Db = Omit<PrismaClient, keyof Sql | '$transaction'> &
  Sql & {
    readonly pool: Pool
    readonly isPooled: boolean
    readonly shares: Shares
    readonly inspect: Inspect | undefined
  }

export interface DbOptions extends ShareOptions {
  /** A PostgreSQL connection string, PostgreSQL 14 or newer. */
  url: string
  /** Whether it is that of a pooler, which gives each transaction any connection. Default false: one is refused. */
  isPooled?: boolean
  /** The most connections held at once. Default 10. */
  poolSize?: number
  /** Told of errors of idle connections, which have no caller to throw to. */
  onError?: (error: Error) => void
  /** Told of every statement and its answer. For tests. */
  inspect?: Inspect | undefined
}

/** Opens a pool lazily: nothing is dialled before the first statement. Close it with `$disconnect()`. */
export function createDb({
  url,
  isPooled = false,
  poolSize = 10,
  onError = () => undefined,
  inspect,
  ...shares
}: DbOptions): Db {
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    ...(!isPooled && sessionLimits),
    verify: callbackify(isPooled ? nameIfTracked : refusePooler),
    // What is not waited for goes out at once; a connection has one user at a time all the same.
    pipeline: true,
  })
  pool.on('error', onError)
  const adapter = new PrismaPg(pool, { onPoolError: onError, onConnectionError: onError })
  const prisma = new PrismaClient({ adapter, errorFormat: 'minimal' })
  const leave = prisma.$disconnect.bind(prisma)
  return Object.assign(prisma, sqlOf(pool, inspect), {
    pool,
    isPooled,
    inspect,
    shares: sharesOf(poolSize, shares),
    // Prisma would end the pool only if it was used itself, and an idle connection keeps a program alive.
    async $disconnect() {
      await leave()
      if (!pool.ending) await pool.end()
    },
  })
}

async function nameIfTracked(client: ClientBase): Promise<void> {
  if (!(await tracksStatements(client))) leaveUnnamed(client)
}
