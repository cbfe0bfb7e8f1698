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
  /** True if the next pass can claim more without a pause. */
  isFull: boolean
  /** Accounts with more due deliveries than places, or 'all' when no place is free. */
  waiting: 'all' | ReadonlySet<string>
}

/**
 * Claims due deliveries for the free places, so that no job waits in the queue. `share` divides the places by what
 * endpoints and accounts have in flight. A lock admits one pass at a time in the whole system.
 *
 * @param raised endpoints that may have more requests in flight than the others. Default: none.
 * @returns null while another worker has the lock.
 */
export function claim(
  db: Db,
  settings: Settings,
  cursor: Cursor,
  raised: readonly Raised[] = [],
): Promise<Claim | null> {
  return transaction(db, async (sql, sendEarly) => {
    // A worker that is stopped in a pass blocks the others for 2 s at most.
    sendEarly(sql.run`SET LOCAL idle_in_transaction_session_timeout = '2s'`)
    const { isLocked, workers, busy } = await lockRelay(sql)
    if (!isLocked) return null
    const places = workers * settings.concurrency
    if (busy >= places) return { jobs: [], cursor, isFull: false, waiting: 'all' }
    // Recount while holding the claim lock.
    const { due, next, ...now } = await findDue(sql, settings, raised, cursor)
    // findDue returned at most as many deliveries of an endpoint as it may have in flight.
    const { taken, waiting } = share(due, { places, busy: now.busy, perEndpoint: settings.mostPerEndpoint })
    const jobs = taken.length > 0 ? await claimDeliveries(sql, settings, taken) : []
    return { jobs, cursor: next, isFull: next !== start || (cursor !== start && jobs.length > 0), waiting }
  })
}

async function lockRelay(sql: Sql) {
  const [turn] = await sql.rows({ isLocked: bool, workers: int, busy: int })`
    SELECT pg_try_advisory_xact_lock(${advisoryLocks.relay}) AS "isLocked",
           (SELECT greatest(count(*), 1)::int FROM webhook_workers) AS workers,
           (SELECT count(*)::int FROM webhook_deliveries AS delivery WHERE ${isInFlight}) AS busy`
  return turn ?? { isLocked: false, workers: 1, busy: 0 }
}
