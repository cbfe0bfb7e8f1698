import type { Db, GoOn, Requester, Sql } from '@matterbase/db'
import { transaction } from '@matterbase/db'
import { allEnded } from './all-ended.ts'
import { missingWorkspace, setClocks, stepClock, takeClocks, takeWorkspace } from './clock.ts'
import type { Clocks } from './clock.ts'
import { isAboutData } from './is-about-data.ts'
import { alone, gathering, oneCame, severalCame } from './together.ts'
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

/** A workspace that is being taken: what is asked of it before it is taken goes out with that, and is current all the same. */
export interface Taking extends BlindTx {
  readonly taken: Promise<Tx>
  /** Whether nobody else writes there in the same transaction, who would have the same stamps. */
  readonly isAlone: boolean
}

/**
 * What is written in a workspace.
 *
 * @param onSent can be called once all of its statements have been sent, if it only has to know that they have not
 * failed: COMMIT then goes out with them.
 */
export type Work<T = void> = (tx: Tx, onSent: () => void) => Promise<T>

/** The same, begun before the workspace is taken. */
export type EarlyWork = (taking: Taking, onSent: () => void) => Promise<void>

/** A write transaction whose statements are sent before anything is known of the workspace. */
export type BlindTx = Pick<Tx, 'sql' | 'workspaceId' | 'together' | 'traceparent'>

/**
 * What is expected to be enough. It is sent together with what takes the workspace, so that others wait for PostgreSQL's
 * work only, and fails for its data when it is not enough.
 */
export type Blind<T> = (tx: BlindTx, onSent: () => void) => Promise<T>

export interface WriteOptions<T> {
  /** Asked for when it is its turn, and tried first; `work` is run when there is none, or it fails for its data. */
  readonly blind?: (() => Blind<T> | undefined) | undefined
  /** Runs in the transaction, and in the one after a blind try that failed, before it waits for the workspace. */
  readonly before?: ((tx: Pick<Tx, 'sql' | 'together'>) => Promise<void>) | undefined
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
 * @throws OverloadedError, HungUpError, and whatever `before`, `work` or `blind` throws, after a rollback.
 */
export async function write<T>(
  db: Db,
  workspaceId: number,
  work: Work<T>,
  { blind, before, requester, traceparent }: WriteOptions<T> = {},
): Promise<T> {
  const inTransaction = async (send: (sql: Sql, goOn: GoOn) => Promise<Begun<T>>) => {
    const { ended } = await transaction(db, async (sql, goOn) => {
      await before?.({ sql, ...alone(sql) })
      return send(sql, goOn)
    })
    return ended
  }
  const runBlind = (blindWork: Blind<T>) =>
    inTransaction((sql, goOn) => {
      goOn(takeWorkspace(sql, workspaceId))
      const { together } = alone(sql)
      return sendAll(goOn, (onSent) => blindWork({ sql, workspaceId, together, traceparent }, onSent))
    })
  const runSeeing = () =>
    inTransaction(async (sql, goOn) => {
      const { first, subscribed } = await stepClock(sql, workspaceId)
      let next = first
      const stamp = () => new Date(next++)
      const now = new Date(first)
      const tx = { sql, workspaceId, ...alone(sql), goOn, now, stamp, subscribed, traceparent }
      const begun = await sendAll(goOn, (onSent) => work(tx, onSent))
      if (next > first + 1) goOn(setClocks(sql, new Map([[workspaceId, next - 1]])))
      return begun
    })
  const run = async () => {
    const found = blind?.()
    try {
      if (found) return await runBlind(found)
    } catch (error) {
      if (!isAboutData(error)) throw error
    }
    return runSeeing()
  }
  return db.shares.writes(workspaceId, run, requester)
}

export interface WriteEachOptions {
  /**
   * How long to wait for any workspace. Default: as long as it takes; then nothing goes out before they are taken, since
   * who wants it may be gone by then.
   */
  readonly patienceMs?: number
  /** Called when the workspaces are taken. */
  readonly onTaken?: () => void
  /** Called when COMMIT is sent: from then on only PostgreSQL's own word says that nothing was written. */
  readonly onCommit?: () => void
}

/**
 * The same for several workspaces, in one transaction. They are taken in one order, so that no two transactions wait
 * for each other. Where nothing is written, the clock stands still.
 *
 * @throws whatever one of them throws, after a rollback of all.
 */
export function writeEach(
  db: Db,
  works: ReadonlyMap<number, EarlyWork>,
  { patienceMs, onTaken, onCommit }: WriteEachOptions = {},
): Promise<void> {
  return transaction(db, async (sql, goOn) => {
    if (patienceMs !== undefined) goOn(sql.run`SELECT set_config('lock_timeout', ${`${patienceMs}`}, true)`)
    const taken = takeClocks(sql, [...works.keys()])
    goOn(taken.then(onTaken))
    if (patienceMs === undefined) await taken
    const last = new Map<number, number>()
    const { together, sent } = gathering(sql, works.size === 1 ? oneCame : severalCame)
    const begun = [...works].map(([workspaceId, work]) =>
      begin(async (onSent) => {
        const common = { sql, workspaceId, together, goOn }
        const txOf = (clocks: Clocks): Tx => {
          const clock = clocks.get(workspaceId)
          if (!clock) throw missingWorkspace(workspaceId)
          const { ms: first, subscribed } = clock
          let next = first
          const stamp = () => {
            last.set(workspaceId, next)
            return new Date(next++)
          }
          return { ...common, now: new Date(first), stamp, subscribed }
        }
        const own = taken.then(txOf)
        // Whoever fails before has no use for it.
        own.catch(() => undefined)
        await work({ ...common, taken: own, isAlone: true }, onSent)
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

interface Begun<T> {
  /** Whether all statements have been sent, at the end of the work at the latest. */
  readonly sent: Promise<void>
  readonly ended: Promise<T>
}

function begin<T>(work: (onSent: () => void) => Promise<T>): Begun<T> {
  const sent = Promise.withResolvers<void>()
  const ended = work(sent.resolve)
  ended.then(() => sent.resolve(), sent.reject)
  return { sent: sent.promise, ended }
}

/** Begins some work, and goes on without its end once all of its statements have been sent. */
async function sendAll<T>(goOn: GoOn, work: (onSent: () => void) => Promise<T>): Promise<Begun<T>> {
  const begun = begin(work)
  await begun.sent
  goOn(begun.ended)
  return begun
}
