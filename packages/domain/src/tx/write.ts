import type { Db, GoOn, Requester, Sql } from '@matterbase/db'
import { float, int, list, Prisma, texts, transaction } from '@matterbase/db'
import { allEnded } from './all-ended.ts'
import { alone, gathering } from './together.ts'
import type { Together } from './together.ts'

/** A write transaction of one workspace. */
export interface Tx {
  readonly sql: Sql
  readonly workspaceId: number
  /**
   * A new stamp of the workspace's change clock, for one changed row's `updated_at`: a whole
   * millisecond, greater than every stamp before it.
   */
  stamp(): Date
  /** Says what is wanted of a statement that other workspaces of the transaction may share. */
  readonly together: Together
  /** Lets a statement go out together with what comes after it; when it fails, so does the transaction. */
  readonly goOn: GoOn
  /** The workspace's own time at the start of the transaction: when what it records happened. */
  readonly now: Date
  /** The kinds of event that are recorded for subscribers only and that an endpoint of the workspace subscribes to. */
  readonly subscribed: readonly string[]
  /** The step of a trace that it all belongs to, as a `traceparent`. */
  readonly traceparent?: string | undefined
}

/**
 * What is written in a workspace.
 *
 * @param onSent can be called once all of its statements have been sent, if it only has to know that they have not
 * failed: COMMIT then goes out with them.
 */
export type Work<T = void> = (tx: Tx, onSent: () => void) => Promise<T>

export interface WriteOptions {
  /** Runs in the transaction before it waits for the workspace. */
  readonly before?: (sql: Sql) => Promise<void>
  /** Nothing is written for one who has gone before it is the write's turn. */
  readonly requester?: Requester | undefined
  readonly traceparent?: string | undefined
}

/**
 * Runs `work` as one transaction that no other write of the workspace overlaps.
 *
 * The lock on the workspace row, held until the commit, is what makes `updated_at` a clock: stamps
 * are handed out under it, so they become visible in their own order and a reader that follows them
 * with a strict `>` misses nothing. It also makes reads inside `work` current, so that uniqueness
 * and references need no retries.
 *
 * @throws OverloadedError, HungUpError, and whatever `work` throws, after a rollback.
 */
export async function write<T>(
  db: Db,
  workspaceId: number,
  work: Work<T>,
  { before, requester, traceparent }: WriteOptions = {},
): Promise<T> {
  const run = async () => {
    const { ended } = await transaction(db, async (sql, goOn) => {
      await before?.(sql)
      const { first, subscribed } = await stepClock(sql, workspaceId)
      let next = first
      const stamp = () => new Date(next++)
      const now = new Date(first)
      const tx = { sql, workspaceId, ...alone(sql), goOn, now, stamp, subscribed, traceparent }
      const begun = begin((onSent) => work(tx, onSent))
      await begun.sent
      goOn(begun.ended)
      if (next > first + 1) goOn(setClocks(sql, new Map([[workspaceId, next - 1]])))
      return begun
    })
    return ended
  }
  return db.shares.writes(workspaceId, run, requester)
}

export interface WriteEachOptions {
  /** How long to wait for any workspace. Default: as long as it takes. */
  readonly patienceMs?: number
  /** Called when COMMIT is sent: from then on only PostgreSQL's own word says that nothing was written. */
  readonly onCommit?: () => void
}

/**
 * The same for several workspaces, in one transaction. They are taken in one order, so that no two transactions wait
 * for each other. Where no stamp is taken, the clock stands still.
 *
 * @throws whatever one of them throws, after a rollback of all.
 */
export function writeEach(
  db: Db,
  works: ReadonlyMap<number, Work>,
  { patienceMs, onCommit }: WriteEachOptions = {},
): Promise<void> {
  return transaction(db, async (sql, goOn) => {
    if (patienceMs !== undefined) goOn(sql.run`SELECT set_config('lock_timeout', ${`${patienceMs}`}, true)`)
    const clocks = await takeClocks(sql, [...works.keys()])
    const last = new Map<number, number>()
    const { together, sent } = works.size === 1 ? alone(sql) : gathering(sql)
    const begun = [...works].map(([workspaceId, work]) =>
      begin(async (onSent) => {
        const clock = clocks.get(workspaceId)
        if (!clock) throw missing(workspaceId)
        const { ms: first, subscribed } = clock
        let next = first
        const stamp = () => {
          last.set(workspaceId, next)
          return new Date(next++)
        }
        await work({ sql, workspaceId, together, goOn, now: new Date(first), stamp, subscribed }, onSent)
      }),
    )
    try {
      await allEnded(begun.map((one) => one.sent))
    } finally {
      // Also when one has failed: what came after the end of the transaction would be outside of it.
      await sent()
    }
    for (const { ended } of begun) goOn(ended)
    if (last.size > 0) goOn(setClocks(sql, last))
    onCommit?.()
  })
}

/** Tells when all statements of some work have been sent, at its end at the latest. */
function begin<T>(work: (onSent: () => void) => Promise<T>) {
  const sent = Promise.withResolvers<void>()
  const ended = work(sent.resolve)
  ended.then(() => sent.resolve(), sent.reject)
  return { sent: sent.promise, ended }
}

const missing = (workspaceId: number) => new Error(`Workspace ${workspaceId} does not exist`)

/** date_trunc, because a cast to timestamptz(3) rounds and would stamp rows with a moment to come. */
const nextStamp = Prisma.sql`greatest(date_trunc('milliseconds', clock_timestamp()), change_clock + interval '1 ms')`

const clockColumns = { ms: float, subscribed: texts }

/**
 * Takes the workspace for this transaction, together with the one stamp that most writes need and who is to be told:
 * of the row, and not of its endpoints, since this statement may have waited for one that has just come.
 */
async function stepClock(sql: Sql, workspaceId: number) {
  const [clock] = await sql.rows(clockColumns)`
    UPDATE workspaces SET change_clock = ${nextStamp} WHERE id = ${workspaceId}
    RETURNING (extract(epoch FROM change_clock) * 1000)::float8 AS ms, subscribed_events AS subscribed`
  if (!clock) throw missing(workspaceId)
  return { first: clock.ms, subscribed: clock.subscribed }
}

/** The same of several workspaces, whose clocks it leaves as they are. */
async function takeClocks(sql: Sql, workspaceIds: readonly number[]) {
  const clocks = await sql.rows({ id: int, ...clockColumns })`
    SELECT id, (extract(epoch FROM ${nextStamp}) * 1000)::float8 AS ms, subscribed_events AS subscribed
    FROM workspaces WHERE id = ANY (${list(workspaceIds, 'int')}) ORDER BY id FOR NO KEY UPDATE`
  return new Map(clocks.map((clock) => [clock.id, clock]))
}

async function setClocks(sql: Sql, clocks: ReadonlyMap<number, number>) {
  const stamps = [...clocks.values()].map((ms) => new Date(ms).toISOString())
  await sql.run`
    UPDATE workspaces SET change_clock = stamp::timestamptz
    FROM unnest(${list([...clocks.keys()], 'int')}, ${list(stamps, 'text')}) AS moved (workspace_id, stamp)
    WHERE id = workspace_id`
}
