import { randomInt } from 'node:crypto'
import { int, sqlOf, timestamp } from '@matterbase/db'
import type { Db, Sql } from '@matterbase/db'
import { isLocked, lockAs } from './worker-locks.ts'

interface Check {
  /** Registered workers without a lock, at least now. */
  absent: readonly number[]
  /** PostgreSQL's time if this check reconnected, else null. Attempts have times of the same clock. */
  backAt: Date | null
}

export interface Presence {
  /** The number of this worker in its attempts. */
  readonly worker: number
  /** Lists absent workers. Reconnects after a lost connection. */
  check(): Promise<Check>
  /** Releases the lock. The other workers recover attempts in flight. */
  leave(isDone: boolean): Promise<void>
}

const connect = (db: Db) => db.pool.connect()
type Connection = Awaited<ReturnType<typeof connect>>

/**
 * Shows the other workers that this one is alive.
 *
 * A worker holds a lock in PostgreSQL while its process lives, and has its number in `webhook_workers`. A number without
 * a lock belongs to a dead worker. A stopped process, or one whose network is down, keeps its lock. Its leases expire.
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

  async function check(): Promise<Check> {
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
      // Another worker removes a number that is left.
      if (isDone) await db.run`DELETE FROM webhook_workers WHERE id = ${worker}`.catch(() => undefined)
      if (connection) drop(connection)
    },
  }
}

async function readClock(sql: Sql): Promise<Date> {
  const [clock] = await sql.rows({ now: timestamp })`SELECT clock_timestamp() AS now`
  return clock?.now ?? new Date()
}
