import type { Db, GoOn, Requester, Sql } from '@matterbase/db'
import { float, texts, transaction } from '@matterbase/db'

/** A write transaction of one workspace. */
export interface Tx {
  readonly sql: Sql
  readonly workspaceId: number
  /**
   * A new stamp of the workspace's change clock, for one changed row's `updated_at`: a whole
   * millisecond, greater than every stamp before it.
   */
  stamp(): Date
  /** Lets a statement go out together with what comes after it; when it fails, so does the transaction. */
  readonly goOn: GoOn
  /** The workspace's own time at the start of the transaction: when what it records happened. */
  readonly now: Date
  /** The kinds of event that are recorded for subscribers only and that an endpoint of the workspace subscribes to. */
  readonly subscribed: readonly string[]
}

export interface WriteOptions {
  /** Runs in the transaction before it waits for the workspace. */
  readonly before?: (sql: Sql) => Promise<void>
  /** Nothing is written for one who has gone before it is the write's turn. */
  readonly requester?: Requester | undefined
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
  work: (tx: Tx) => Promise<T>,
  { before, requester }: WriteOptions = {},
): Promise<T> {
  const run = () =>
    transaction(db, async (sql, goOn) => {
      await before?.(sql)
      const { first, subscribed } = await stepClock(sql, workspaceId)
      let next = first
      const stamp = () => new Date(next++)
      const result = await work({ sql, workspaceId, goOn, now: new Date(first), stamp, subscribed })
      if (next > first + 1) goOn(setClock(sql, workspaceId, next - 1))
      return result
    })
  return db.shares.writes(workspaceId, run, requester)
}

/**
 * Takes the workspace for this transaction, together with the one stamp that most writes need and who is to be told:
 * of the row, and not of its endpoints, since this statement may have waited for one that has just come.
 * date_trunc, because a cast to timestamptz(3) rounds and would stamp rows with a moment to come.
 */
async function stepClock(sql: Sql, workspaceId: number): Promise<{ first: number; subscribed: string[] }> {
  const [clock] = await sql.rows({ ms: float, subscribed: texts })`
    UPDATE workspaces
    SET change_clock = greatest(date_trunc('milliseconds', clock_timestamp()), change_clock + interval '1 ms')
    WHERE id = ${workspaceId}
    RETURNING (extract(epoch FROM change_clock) * 1000)::float8 AS ms, subscribed_events AS subscribed`
  if (!clock) throw new Error(`Workspace ${workspaceId} does not exist`)
  return { first: clock.ms, subscribed: clock.subscribed }
}

async function setClock(sql: Sql, workspaceId: number, ms: number) {
  await sql.run`UPDATE workspaces SET change_clock = ${new Date(ms)} WHERE id = ${workspaceId}`
}
