import { setTimeout as delay } from 'node:timers/promises'
import { advisoryLocks, bool, int, Prisma, transaction } from '@matterbase/db'
import { dropOldDay, forgetRequests, shrinkRequestLogs } from '@matterbase/domain'
import type { Db, Sql } from '@matterbase/db'
import type { Logger } from 'pino'
import { createLoop } from '../runtime/loop.ts'
import type { Loop } from '../runtime/loop.ts'

const bodyDays = 7
const rowDays = 30
// Per workspace: 17 hours of a pro key at its rate limit, and bodies of 1 KiB each.
const quota = { rows: 1_000_000, bytes: 1024 ** 3 }
const batch = 1_000
// Between full batches, so that a large backlog leaves time for other statements.
const pauseMs = 50
// If no worker runs for longer, new rows go to the default partition and are deleted by age.
const daysAhead = 3

/**
 * Keeps the request log small, in batches. It deletes bodies after 7 days, the partition of a day after 30 days, and the
 * oldest requests of a workspace above its quota. It creates partitions for the next days.
 */
export function createRequestLogRetention(db: Db, log: Logger, everyMs: number): Loop {
  async function turn(): Promise<boolean> {
    const days = await maintainPartitions(db).catch((err: unknown) => {
      // A long read, such as a backup, blocks the change, which must not block other statements. The next turn tries again.
      log.warn({ err }, 'the partitions of the request log could not be maintained')
      return {}
    })
    const gone = await withLock(db, async (sql) => {
      // Old rows are found by an index, even if the planner expects many.
      await sql.run`SELECT set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', 'force_custom_plan', true)`
      const old = await forgetRequests(sql, { bodyDays, rowDays, batch })
      return { ...old, overQuota: await shrinkRequestLogs(sql, quota, batch) }
    })
    const done = { ...days, ...gone }
    if (Object.values(done).some((count) => count > 0)) log.info(done, 'old requests were deleted from the request log')
    const isFull = Object.values(gone ?? {}).some((count) => count >= batch)
    if (isFull) await delay(pauseMs)
    return isFull
  }

  return createLoop(turn, {
    everyMs,
    onError: (error) => log.warn({ err: error }, 'old requests could not be deleted from the request log'),
  })
}

/**
 * Creates the partitions of the next days, and drops the oldest partition after its time.
 *
 * @throws Error without any change when other statements use the request log for longer than the lock timeout.
 */
export async function maintainPartitions(db: Db): Promise<{ made?: number; dropped?: number }> {
  const made = await withLock(db, async (sql) => {
    await sql.run(withLockTimeout)
    const [answer] = await sql.rows({ made: int })`SELECT make_partitions('request_logs', ${daysAhead}) AS made`
    return answer?.made
  })
  const dropped = await withLock(db, async (sql) => {
    await sql.run(withLockTimeout)
    return dropOldDay(sql, rowDays)
  })
  return { ...(made !== undefined && { made }), ...(dropped !== undefined && { dropped }) }
}

// The DROP blocks other statements, so it gets a short lock timeout. Counting the rows of a day may take long.
const withLockTimeout = Prisma.sql`SELECT set_config('lock_timeout', '300ms', true), set_config('statement_timeout', '0', true)`

/** Undefined while another worker has the lock. */
async function withLock<T>(db: Db, work: (sql: Sql) => Promise<T>): Promise<T | undefined> {
  return transaction(db, async (sql) => {
    const [turn] = await sql.rows({
      is_mine: bool,
    })`SELECT pg_try_advisory_xact_lock(${advisoryLocks.forgetRequests}) AS is_mine`
    return turn?.is_mine ? work(sql) : undefined
  })
}
