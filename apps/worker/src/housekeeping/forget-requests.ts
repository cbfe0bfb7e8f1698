import { setTimeout as delay } from 'node:timers/promises'
import { bool, transaction } from '@matterbase/db'
import { forgetRequests, shrinkRequestLogs } from '@matterbase/domain'
import type { Db } from '@matterbase/db'
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
// Any number, the same in every worker.
const lock = 7_270_213

/** Keeps the request log small: bodies go after 7 days, rows after 30 or when a workspace has too many, a bounded batch at a time. */
export function createForgetter(db: Db, log: Logger, everyMs: number): Loop {
  async function turn(): Promise<boolean> {
    const gone = await transaction(db, async (sql) => {
      const [turn] = await sql.rows({ is_mine: bool })`SELECT pg_try_advisory_xact_lock(${lock}) AS is_mine`
      if (!turn?.is_mine) return { rows: 0, bodies: 0, overQuota: 0 }
      // Old rows are found by age through an index, even when the planner expects many.
      await sql.run`SELECT set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', 'force_custom_plan', true)`
      const old = await forgetRequests(sql, { bodyDays, rowDays, batch })
      return { ...old, overQuota: await shrinkRequestLogs(sql, quota, batch) }
    })
    if (gone.rows + gone.bodies + gone.overQuota > 0) log.info(gone, 'old requests are forgotten')
    const isFull = Object.values(gone).some((count) => count >= batch)
    if (isFull) await delay(breathMs)
    return isFull
  }

  return createLoop(turn, {
    everyMs,
    onError: (error) => log.warn({ err: error }, 'old requests could not be forgotten'),
  })
}
