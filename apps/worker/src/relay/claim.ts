import { advisoryLocks, bool, filled, int, text, transaction, uuid } from '@matterbase/db'
import type { Db, Sql } from '@matterbase/db'
import type { SendJob } from '@matterbase/jobs'
import { isQueued, leaseUntil, newLeaseId, statusByKey } from '../runtime/delivery-sql.ts'
import { findDue, start } from './find-due.ts'
import type { Cursor } from './find-due.ts'
import type { Raised } from '../runtime/paces.ts'
import type { Settings } from '../runtime/settings.ts'
import { share } from './share.ts'
import type { Due } from './share.ts'

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
    const jobs = taken.length > 0 ? await lease(sql, settings, taken) : []
    return { jobs, cursor: next, isFull: next !== start || (cursor !== start && jobs.length > 0), waiting }
  })
}

async function takeTurn(sql: Sql) {
  const [turn] = await sql.rows({ isMine: bool, workers: int, busy: int })`
    SELECT pg_try_advisory_xact_lock(${advisoryLocks.relay}) AS "isMine",
           (SELECT greatest(count(*), 1)::int FROM webhook_workers) AS workers,
           (SELECT count(*)::int FROM webhook_deliveries WHERE status IN ('queued', 'sending')) AS busy`
  return turn ?? { isMine: false, workers: 1, busy: 0 }
}

/** Leases them, but those that another transaction has begun meanwhile, whose next attempt may be for later by now. */
export function lease(sql: Sql, { leaseMs }: Settings, due: readonly Due[]): Promise<SendJob[]> {
  return sql.rows({ workspaceId: int, deliveryId: text, leaseId: filled(uuid) })`
    WITH free AS MATERIALIZED (
      SELECT delivery.workspace_id, delivery.id
      FROM unnest(${due.map(({ workspaceId }) => workspaceId)}::int[], ${due.map(({ deliveryId }) => deliveryId)}::bigint[]) AS due (workspace_id, id)
      JOIN webhook_deliveries AS delivery ON delivery.workspace_id = due.workspace_id AND delivery.id = due.id
      WHERE ${statusByKey} = 'pending' AND delivery.next_attempt_at <= now() FOR UPDATE OF delivery SKIP LOCKED
    )
    UPDATE webhook_deliveries AS delivery
    SET status = 'queued', lease_id = ${newLeaseId}, lease_until = ${leaseUntil(leaseMs)}
    FROM free WHERE delivery.workspace_id = free.workspace_id AND delivery.id = free.id
    RETURNING delivery.workspace_id AS "workspaceId", delivery.id::text AS "deliveryId", delivery.lease_id AS "leaseId"`
}

/** Gives leases back whose jobs could not be queued. */
export async function unclaim(db: Db, jobs: readonly SendJob[]): Promise<void> {
  await db.run`
    UPDATE webhook_deliveries AS delivery SET status = 'pending', lease_id = NULL, lease_until = NULL
    FROM unnest(${jobs.map((job) => job.workspaceId)}::int[], ${jobs.map((job) => job.deliveryId)}::bigint[], ${jobs.map((job) => job.leaseId)}::uuid[])
      AS job (workspace_id, id, lease_id)
    WHERE delivery.workspace_id = job.workspace_id AND delivery.id = job.id AND delivery.lease_id = job.lease_id AND ${statusByKey} = 'queued'`
}

/** Makes everything that waits in the queue due again: for a queue that was lost. */
export async function requeueAll(db: Db): Promise<number> {
  return db.run`
    UPDATE webhook_deliveries AS delivery SET status = 'pending', lease_id = NULL, lease_until = NULL
    WHERE ${isQueued}`
}
