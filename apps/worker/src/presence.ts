import { randomInt } from 'node:crypto'
import { Prisma } from '@matterbase/db'
import type { Db } from '@matterbase/db'
import type { Logger } from 'pino'
import { absentWorkers, lockAs, readClock, returnLeases, returnUnheld } from './dead-workers.ts'
import { createLoop } from './loop.ts'

const connect = (db: Db) => db.pool.connect()
type Connection = Awaited<ReturnType<typeof connect>>

export interface Presence {
  /** The number that this worker's attempts carry. */
  readonly worker: number
  /** Lets go of the lock. What was under way and is not done, the other workers make due again. */
  stop(isDone: boolean): Promise<void>
}

export interface PresenceDeps {
  db: Db
  log: Logger
  /** The attempts that this worker has under way. */
  held: () => ReadonlySet<string>
  /** Called when deliveries have become due. */
  onReturned: () => void
}

const everyMs = 1_000
// A worker whose connection was lost has this many looks to come back before it counts as dead.
const patience = 3

/**
 * Shows the other workers that this one lives, and gives back at once what those that died had under way.
 *
 * A worker holds a lock in PostgreSQL for as long as its process lives and writes its number into
 * `webhook_workers`: a number there without a lock is that of a dead worker. A stopped process or one
 * on a machine that lost its network keeps its lock, so for these the leases decide.
 */
export async function createPresence({ db, log, held, onReturned }: PresenceDeps): Promise<Presence> {
  const worker = randomInt(1, 2 ** 31)
  let connection: Connection | null = null
  let absences = new Map<number, number>()
  /** Set for a while after the connection was lost. */
  let gap: { before: Date; looks: number } | null = null

  function drop(client: Connection): void {
    connection = null
    client.release(true)
  }

  async function appear(): Promise<Connection> {
    const client = await connect(db)
    connection = client
    const lose = () => {
      if (connection === client) drop(client)
    }
    client.on('error', lose).on('end', lose)
    await client.query(lockAs(worker))
    await client.query(Prisma.sql`INSERT INTO webhook_workers (id) VALUES (${worker}) ON CONFLICT DO NOTHING`)
    return client
  }

  async function findAbsent(): Promise<readonly number[]> {
    try {
      const isBack = connection === null
      const client = connection ?? (await appear())
      if (isBack) gap = { before: await readClock(client), looks: 0 }
      const { rows } = await client.query<{ id: number }>(absentWorkers)
      return rows.map(({ id }) => id)
    } catch (error) {
      if (connection) drop(connection)
      throw error
    }
  }

  async function look(): Promise<boolean> {
    const absent = await findAbsent()
    absences = new Map(absent.map((id) => [id, (absences.get(id) ?? 0) + 1]))
    const dead = [...absences].flatMap(([id, count]) => (count >= patience ? [id] : []))
    const count = dead.length > 0 ? await returnLeases(db, dead) : 0
    // Answers that are still on their way have come by then.
    const isSettled = gap !== null && ++gap.looks > patience
    const mine = gap && isSettled ? await returnUnheld(db, worker, gap.before, held()) : 0
    if (isSettled) gap = null
    if (count > 0) log.warn({ count, workers: dead }, 'deliveries of workers that died are due again')
    if (mine > 0) log.warn({ count: mine }, 'deliveries that were lost with connections to PostgreSQL are due again')
    if (count + mine > 0) onReturned()
    return false
  }

  await appear()
  const loop = createLoop(look, {
    everyMs,
    onError: (error) => log.warn({ err: error }, 'this worker could not look after the others'),
  })
  return {
    worker,
    async stop(isDone) {
      await loop.stop()
      // Left there, the number is struck off by another worker, or by the next.
      if (isDone) await db.$executeRaw`DELETE FROM webhook_workers WHERE id = ${worker}`.catch(() => undefined)
      if (connection) drop(connection)
    },
  }
}
