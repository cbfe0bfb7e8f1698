import type { Db, SendAlong, Requester, Sql } from '@matterbase/db'
import { transaction } from '@matterbase/db'
import { allEnded } from './all-ended.ts'
import { lockWorkspaces, missingWorkspace, setClock, stepClock } from './clock.ts'
import type { Clock } from './clock.ts'

/** A write transaction of one workspace. */
export interface Tx {
  readonly sql: Sql
  readonly workspaceId: number
  /**
   * A new stamp of the workspace's change clock, for one changed row's `updated_at`: a whole
   * millisecond, greater than every stamp before it.
   */
  stamp(): Date
  /** The first of `count` stamps that follow each other by one millisecond. */
  stamps(count: number): Date
  /** The workspace's own time at the start of the transaction: when what it records happened. */
  readonly now: Date
  /** The kinds of event that are recorded for subscribers only and that an endpoint of the workspace subscribes to. */
  readonly subscribed: readonly string[]
  /** The pattern of matter numbers; null if matters get no number. */
  readonly matterNumbers: string | null
  /** The step of a trace that it all belongs to, as a `traceparent`. */
  readonly traceparent?: string | undefined
}

/** A locked workspace, for reading. */
export type LockedWorkspace = Pick<Tx, 'sql' | 'workspaceId' | 'now'>

/** Writes in a workspace. */
export type Work<T = void> = (tx: Tx) => Promise<T>

/** Where statements are sent before the workspace is known to be locked. */
export type Ahead = Pick<Tx, 'sql' | 'workspaceId' | 'traceparent'>

export interface WriteOptions {
  /** Runs in the transaction before it waits for the workspace. */
  readonly before?: ((sql: Sql) => Promise<void>) | undefined
  /**
   * Sends statements with the one that locks the workspace, so that the lock is not held while they are prepared. They take
   * their stamps from the clock, in SQL. Resolves with the last stamp, if any.
   */
  readonly ahead?: ((place: Ahead) => Promise<Date | undefined>) | undefined
  /** A write whose requester has disconnected before its turn is not run. */
  readonly requester?: Requester | undefined
  readonly traceparent?: string | undefined
}

/**
 * Runs `work` as one transaction that no other write of the workspace overlaps.
 *
 * The lock on the workspace row, held until the commit, is what makes `updated_at` a clock: stamps
 * are given out under it, so they become visible in their own order and a reader that follows them
 * with a strict `>` misses nothing. It also makes reads inside `work` current, so that uniqueness
 * and references need no retries.
 *
 * @throws OverloadedError, HungUpError, and what `before` or `work` throws, after a rollback.
 */
export function write<T>(
  db: Db,
  workspaceId: number,
  work: Work<T>,
  { before, ahead, requester, traceparent }: WriteOptions = {},
): Promise<T> {
  const run = () =>
    transaction(db, async (sql, sendAlong) => {
      await before?.(sql)
      return writeIn(
        { sql, sendAlong, workspaceId, traceparent },
        work,
        ahead ? (place) => lock(place, ahead) : lockAndStep,
      )
    })
  return db.shares.writes(workspaceId, run, requester)
}

interface Writing extends Ahead {
  readonly sendAlong: SendAlong
}

/** Locks a workspace in a transaction, and runs `work` with the stamps of its clock. */
export async function writeIn<T>(
  { sql, sendAlong, workspaceId, traceparent }: Writing,
  work: Work<T>,
  lockPlace: (place: Ahead) => Promise<Locked> = lockAndStep,
): Promise<T> {
  const place = { sql, workspaceId, traceparent }
  const { clock, given, first } = await lockPlace(place)
  let next = first
  const stamps = (count: number) => new Date((next += count) - count)
  const { ms, subscribed, matterNumbers } = clock
  const now = new Date(ms)
  const result = await work({ ...place, stamp: () => stamps(1), stamps, now, subscribed, matterNumbers })
  if (next - 1 > given) sendAlong(setClock(sql, workspaceId, next - 1))
  return result
}

/** A lock, the stamp that its clock has, and the first stamp for the rest of the transaction. */
interface Locked {
  readonly clock: Clock
  readonly given: number
  readonly first: number
}

/** In one statement: most transactions need no more than one stamp. */
async function lockAndStep({ sql, workspaceId }: Ahead): Promise<Locked> {
  const clock = await stepClock(sql, workspaceId)
  return { clock, given: clock.ms, first: clock.ms }
}

/** The clock only moves for given stamps, so that refused work changes nothing. */
export async function lock(place: Ahead, ahead?: WriteOptions['ahead']): Promise<Locked> {
  const { sql, workspaceId } = place
  const locking = lockWorkspaces(sql, [workspaceId])
  const sending = ahead ? ahead(place) : Promise.resolve(undefined)
  await allEnded<unknown>([locking, sending])
  const clock = (await locking).get(workspaceId)
  if (!clock) throw missingWorkspace(workspaceId)
  const given = (await sending)?.getTime() ?? clock.ms - 1
  return { clock, given, first: given + 1 }
}
