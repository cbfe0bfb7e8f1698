import { bool, Prisma } from '@matterbase/db'
import type { Db } from '@matterbase/db'
import { isLocked } from '../runtime/worker-locks.ts'
import { interruptAttempts } from './attempts.ts'
import { endpointsWith, isInFlight, isPending, isQueued } from './states.ts'
import { withoutLease } from './transitions.ts'

// Transitions of all deliveries that an index finds, across workspaces.

/** The relay, `queued` → `pending`, after the queue lost its jobs. Index of leases. */
export async function returnAllJobs(db: Db): Promise<number> {
  return db.run`UPDATE webhook_deliveries AS delivery SET status = 'pending', ${withoutLease} WHERE ${isQueued}`
}

/** Whether jobs have been in the queue for at least `sinceMs`. Index of leases. */
export async function hasStaleJobs(db: Db, leaseMs: number, sinceMs: number): Promise<boolean> {
  const [row] = await db.rows({ stale: bool })`
    SELECT EXISTS (SELECT 1 FROM webhook_deliveries AS delivery
                   WHERE ${isQueued} AND lease_until < now() + ${leaseMs - sinceMs}::float8 * interval '1 ms') AS stale`
  return row?.stale ?? false
}

/**
 * The housekeeper, `queued` or `sending` → `pending`, after the lease has expired. Index of leases.
 *
 * @returns the number of deliveries. More may be left if it equals `limit`.
 */
export async function expireLeases(db: Db, limit: number): Promise<number> {
  return db.run`
    WITH lost AS MATERIALIZED (
      SELECT delivery.workspace_id, delivery.id, delivery.lease_id FROM webhook_deliveries AS delivery
      WHERE ${isInFlight} AND delivery.lease_until < now()
      ORDER BY delivery.lease_until LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ), interrupted AS (${interruptAttempts})
    UPDATE webhook_deliveries AS delivery SET status = 'pending', next_attempt_at = now(), ${withoutLease}
    FROM lost WHERE delivery.workspace_id = lost.workspace_id AND delivery.id = lost.id`
}

/**
 * The recovery, `queued` or `sending` → `pending`, for workers that hold no lock. It removes these workers.
 *
 * @returns the number of deliveries.
 */
export async function recoverDeadWorkers(db: Db, workers: readonly number[]): Promise<number> {
  return db.run`
    WITH dead AS MATERIALIZED (
      DELETE FROM webhook_workers WHERE id = ANY (${workers}::int[]) AND NOT ${isLocked} RETURNING id
    ), ${recover(Prisma.sql`EXISTS (SELECT FROM dead) AND (${isQueued} OR attempt.worker IN (SELECT id FROM dead))`)}`
}

/**
 * The recovery, `queued` or `sending` → `pending`, for attempts of this worker that it does not know, because a lost
 * connection lost the response of PostgreSQL.
 *
 * @param held the attempts that it knows.
 * @returns the number of deliveries.
 */
export async function recoverUnknown(db: Db, worker: number, before: Date, held: ReadonlySet<string>): Promise<number> {
  const isUnknown = Prisma.sql`attempt.worker = ${worker} AND attempt.started_at <= ${before} AND attempt.id <> ALL (${[...held]}::uuid[])`
  return db.run`WITH ${recover(Prisma.sql`(${isQueued} OR (${isUnknown}))`)}`
}

/** All queued deliveries are recovered too, because their jobs may be lost. Leases keep a second job from sending. */
const recover = (isLost: Prisma.Sql) => Prisma.sql`
    lost AS MATERIALIZED (
      SELECT delivery.workspace_id, delivery.id, delivery.lease_id FROM webhook_deliveries AS delivery
      LEFT JOIN webhook_attempts AS attempt ON attempt.workspace_id = delivery.workspace_id AND attempt.id = delivery.lease_id
      WHERE ${isInFlight} AND ${isLost}
      FOR UPDATE OF delivery SKIP LOCKED
    ), interrupted AS (${interruptAttempts})
    UPDATE webhook_deliveries AS delivery SET status = 'pending', ${withoutLease}
    FROM lost WHERE delivery.workspace_id = lost.workspace_id AND delivery.id = lost.id`

const isHeldBy = (isDeleted: Prisma.Sql) => Prisma.sql`${isPending} AND (delivery.kind <> 'ping.test' OR ${isDeleted})`

/**
 * The housekeeper, `pending` → `held` for disabled endpoints, or → `cancelled` for deleted ones. Index of pending
 * deliveries by endpoint. It locks endpoints first, so that enabling one cannot miss a delivery.
 *
 * @returns the number of deliveries. More may be left if it equals `limit`.
 */
export async function holdDeliveries(db: Db, limit: number): Promise<number> {
  return db.run`
    WITH RECURSIVE pending AS (${endpointsWith(Prisma.sql`pending`, isPending, Prisma.sql`0, 0`)}), closed AS MATERIALIZED (
      SELECT pending.workspace_id, pending.id, found.is_deleted FROM pending CROSS JOIN LATERAL (
        SELECT endpoint.deleted_at IS NOT NULL AS is_deleted FROM webhook_endpoints AS endpoint
        WHERE endpoint.workspace_id = pending.workspace_id AND endpoint.id = pending.id
          AND (NOT endpoint.is_active OR endpoint.deleted_at IS NOT NULL)
          AND EXISTS (SELECT 1 FROM webhook_deliveries AS delivery WHERE delivery.workspace_id = endpoint.workspace_id
                      AND delivery.endpoint_id = endpoint.id AND ${isHeldBy(Prisma.sql`endpoint.deleted_at IS NOT NULL`)})
        OFFSET 0 FOR NO KEY UPDATE SKIP LOCKED
      ) AS found
    ), waiting AS MATERIALIZED (
      SELECT delivery.workspace_id, delivery.id, closed.is_deleted
      FROM closed JOIN webhook_deliveries AS delivery ON delivery.workspace_id = closed.workspace_id AND delivery.endpoint_id = closed.id
      WHERE ${isHeldBy(Prisma.sql`closed.is_deleted`)}
      LIMIT ${limit} FOR UPDATE OF delivery SKIP LOCKED
    )
    UPDATE webhook_deliveries AS delivery
    SET status = CASE WHEN waiting.is_deleted THEN 'cancelled' ELSE 'held' END, next_attempt_at = NULL
    FROM waiting WHERE delivery.workspace_id = waiting.workspace_id AND delivery.id = waiting.id`
}
