import { advisoryLocks, bool, int, transaction } from '@matterbase/db'
import type { Db, Sql } from '@matterbase/db'
import type { SendJob } from '@matterbase/jobs'
import { isInFlight } from '../deliveries/states.ts'
import { claimDeliveries } from '../deliveries/transitions.ts'
import { findDue, start } from './find-due.ts'
import type { Cursor } from './find-due.ts'
import type { Raised } from '../runtime/paces.ts'
import type { Settings } from '../runtime/settings.ts'
import { share } from './share.ts'

export interface Claim {
  jobs: SendJob[]
  cursor: Cursor
  /** True when there may be more to claim at once. */
  isFull: boolean
  /** Accounts of which more is due than they have places for; 'all' when no place is free. */
  waiting: 'all' | ReadonlySet<string>
}

/**
 * Leases due deliveries, and no more than there are places for, so that none has to wait in the queue:
 * what endpoints and accounts have under way already decides how many, see share.ts.
 * One pass at a time in the whole system; another under way makes this one come back empty.
 *
 * @param raised endpoints that may have more under way than the others. Default: none.
 * @returns null when another pass was under way.
 */
export function claim(
  db: Db,
  settings: Settings,
  cursor: Cursor,
  raised: readonly Raised[] = [],
): Promise<Claim | null> {
  return transaction(db, async (sql, goOn) => {
    // A worker that is stopped in the middle must not hold up the others for long.
    goOn(sql.run`SET LOCAL idle_in_transaction_session_timeout = '2s'`)
    const { isMine, workers, busy } = await takeTurn(sql)
    if (!isMine) return null
    const places = workers * settings.concurrency
    if (busy >= places) return { jobs: [], cursor, isFull: false, waiting: 'all' }
    // Counted again, now that nobody else claims.
    const { due, next, ...now } = await findDue(sql, settings, raised, cursor)
    // No endpoint has more of what is due here than it may have under way.
    const { taken, waiting } = share(due, { places, busy: now.busy, perEndpoint: settings.mostPerEndpoint })
    const jobs = taken.length > 0 ? await claimDeliveries(sql, settings, taken) : []
    return { jobs, cursor: next, isFull: next !== start || (cursor !== start && jobs.length > 0), waiting }
  })
}

async function takeTurn(sql: Sql) {
  const [turn] = await sql.rows({ isMine: bool, workers: int, busy: int })`
    SELECT pg_try_advisory_xact_lock(${advisoryLocks.relay}) AS "isMine",
           (SELECT greatest(count(*), 1)::int FROM webhook_workers) AS workers,
           (SELECT count(*)::int FROM webhook_deliveries AS delivery WHERE ${isInFlight}) AS busy`
  return turn ?? { isMine: false, workers: 1, busy: 0 }
}
