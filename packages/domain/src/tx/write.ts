import type { Db, GoOn, Requester, Sql } from '@matterbase/db'
import { float, transaction } from '@matterbase/db'

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
      const first = await stepClock(sql, workspaceId)
      let next = first
      const result = await work({ sql, workspaceId, goOn, now: new Date(first), stamp: () => new Date(next++) })
      if (next > first + 1) goOn(setClock(sql, workspaceId, next - 1))
      return result
    })
  return db.shares.writes(workspaceId, run, requester)
}

/**
 * Takes the workspace for this transaction, together with the one stamp that most writes need.
 * date_trunc, because a cast to timestamptz(3) rounds and would stamp rows with a moment to come.
 */
async function stepClock(sql: Sql, workspaceId: number): Promise<number> {
  const [clock] = await sql.rows({ ms: float })`
    UPDATE workspaces
    SET change_clock = greatest(date_trunc('milliseconds', clock_timestamp()), change_clock + interval '1 ms')
    WHERE id = ${workspaceId}
    RETURNING (extract(epoch FROM change_clock) * 1000)::float8 AS ms`
  if (!clock) throw new Error(`Workspace ${workspaceId} does not exist`)
  return clock.ms
}

async function setClock(sql: Sql, workspaceId: number, ms: number) {
  await sql.run`UPDATE workspaces SET change_clock = ${new Date(ms)} WHERE id = ${workspaceId}`
}
