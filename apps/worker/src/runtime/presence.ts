import { randomInt } from 'node:crypto'
import { int, sqlOf, timestamp } from '@matterbase/db'
import type { Db, Sql } from '@matterbase/db'
import { isLocked, lockAs } from './worker-locks.ts'

interface Seen {
  /** Registered workers that hold no lock, at this moment at least. */
  absent: readonly number[]
  /** PostgreSQL's time, which attempts carry, when the connection was lost and is back just now; else null. */
  backAt: Date | null
}

export interface Presence {
  /** The number that this worker's attempts carry. */
  readonly worker: number
  /** Who is absent. Connects again where the connection was lost. */
  check(): Promise<Seen>
  /** Releases the lock. What was under way and is not done, the other workers make due again. */
  leave(isDone: boolean): Promise<void>
}

const connect = (db: Db) => db.pool.connect()
type Connection = Awaited<ReturnType<typeof connect>>

/**
 * Shows the other workers that this one is alive.
 *
 * A worker holds a lock in PostgreSQL for as long as its process lives and writes its number into
 * `webhook_workers`: a number there without a lock is that of a dead worker. A stopped process or one
 * on a machine that lost its network keeps its lock, so for these the leases decide.
 */
export async function createPresence(db: Db): Promise<Presence> {
  const worker = randomInt(1, 2 ** 31)
  let connection: Connection | null = null

  function drop(client: Connection): void {
    connection = null
    client.release(true)
  }

  async function register(): Promise<Connection> {
    const client = await connect(db)
    connection = client
    const lose = () => {
      if (connection === client) drop(client)
    }
    client.on('error', lose).on('end', lose)
    const sql = sqlOf(client, db.inspect)
    await sql.run(lockAs(worker))
    await sql.run`INSERT INTO webhook_workers (id) VALUES (${worker}) ON CONFLICT DO NOTHING`
    return client
  }

  async function check(): Promise<Seen> {
    try {
      const isBack = connection === null
      const client = connection ?? (await register())
      const sql = sqlOf(client, db.inspect)
      const backAt = isBack ? await readClock(sql) : null
      const absent = await sql.rows({ id: int })`SELECT id FROM webhook_workers WHERE NOT ${isLocked}`
      return { absent: absent.map(({ id }) => id), backAt }
    } catch (error) {
      if (connection) drop(connection)
      throw error
    }
  }

  await register()
  return {
    worker,
    check,
    async leave(isDone) {
      // Left there, the number is struck off by another worker, or by the next.
      if (isDone) await db.run`DELETE FROM webhook_workers WHERE id = ${worker}`.catch(() => undefined)
      if (connection) drop(connection)
    },
  }
}

async function readClock(sql: Sql): Promise<Date> {
  const [clock] = await sql.rows({ now: timestamp })`SELECT clock_timestamp() AS now`
  return clock?.now ?? new Date()
}
