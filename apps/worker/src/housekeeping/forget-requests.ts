import { setTimeout as delay } from 'node:timers/promises'
import { advisoryLocks, bool, int, Prisma, transaction } from '@matterbase/db'
import { dropOldDay, forgetRequests, shrinkRequestLogs } from '@matterbase/domain'
import type { Db, Sql } from '@matterbase/db'
import type { Logger } from 'pino'
import { createLoop } from '../runtime/loop.ts'
import type { Loop } from '../runtime/loop.ts'

const bodyDays = 7
const rowDays = 30
// Of one workspace: 17 hours of a pro key at its full rate, and bodies of a kilobyte each.
const quota = { rows: 1_000_000, bytes: 1024 ** 3 }
const batch = 1_000
// Between full batches, so that a large backlog leaves room for everything else.
const breathMs = 50
// Without a worker for longer, what comes then goes where rows without a day go, and is deleted by age.
const daysAhead = 3

/**
 * Keeps the request log small: bodies go after 7 days, the requests of a day at once when all are 30 days old, and the
 * oldest of a workspace that has too many, a bounded batch at a time. Makes room for the days to come.
 */
export function createForgetter(db: Db, log: Logger, everyMs: number): Loop {
  async function turn(): Promise<boolean> {
    const days = await tendDays(db).catch((err: unknown) => {
      // Somebody reads it for long, as a backup does: the others must not wait behind this, and it can.
      log.warn({ err }, 'the partitions of the request log could not be maintained')
      return {}
    })
    const gone = await alone(db, async (sql) => {
      // Old rows are found by age through an index, even when the planner expects many.
      await sql.run`SELECT set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', 'force_custom_plan', true)`
      const old = await forgetRequests(sql, { bodyDays, rowDays, batch })
      return { ...old, overQuota: await shrinkRequestLogs(sql, quota, batch) }
    })
    const done = { ...days, ...gone }
    if (Object.values(done).some((count) => count > 0)) log.info(done, 'old requests were deleted from the request log')
    const isFull = Object.values(gone ?? {}).some((count) => count >= batch)
    if (isFull) await delay(breathMs)
    return isFull
  }

  return createLoop(turn, {
    everyMs,
    onError: (error) => log.warn({ err: error }, 'old requests could not be deleted from the request log'),
  })
}

/**
 * Makes the partitions of the days to come, and drops the oldest of those that are over.
 *
 * @throws Error when others have the request log in use for too long: nothing is done then.
 */
export async function tendDays(db: Db): Promise<{ made?: number; dropped?: number }> {
  const made = await alone(db, async (sql) => {
    await sql.run(shortly)
    const [answer] = await sql.rows({ made: int })`SELECT make_partitions('request_logs', ${daysAhead}) AS made`
    return answer?.made
  })
  const dropped = await alone(db, async (sql) => {
    await sql.run(shortly)
    return dropOldDay(sql, rowDays)
  })
  return { ...(made !== undefined && { made }), ...(dropped !== undefined && { dropped }) }
}

// Whoever wants the table waits behind it meanwhile. To count a large day takes its time, which nobody waits for.
const shortly = Prisma.sql`SELECT set_config('lock_timeout', '300ms', true), set_config('statement_timeout', '0', true)`

/** Undefined where another worker is at it. */
async function alone<T>(db: Db, work: (sql: Sql) => Promise<T>): Promise<T | undefined> {
  return transaction(db, async (sql) => {
    const [turn] = await sql.rows({
      is_mine: bool,
    })`SELECT pg_try_advisory_xact_lock(${advisoryLocks.forgetRequests}) AS is_mine`
    return turn?.is_mine ? work(sql) : undefined
  })
}
