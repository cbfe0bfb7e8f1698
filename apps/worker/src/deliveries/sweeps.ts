import { bigint, bool, int, Prisma, transaction } from '@matterbase/db'
import type { Db } from '@matterbase/db'
import { pendingAgain, settleHeld } from '@matterbase/domain'
import { isLocked } from '../runtime/worker-locks.ts'
import { interruptAttempts } from './attempts.ts'
import { endpointsWith, isInFlight, isPending, isQueued } from './states.ts'
import { withoutLease } from './transitions.ts'

// Transitions of all deliveries that an index finds, across workspaces.

/** The relay, `queued` → `pending`, after the queue lost its jobs. Index of leases. */
export async function returnAllJobs(db: Db): Promise<number> {
  return db.run`UPDATE webhook_deliveries AS delivery SET status = 'pending', ${withoutLease} WHERE ${isQueued}`
}

/** True if jobs have been in the queue for at least `sinceMs`. Index of leases. */
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

/**
 * Queued deliveries are recovered too, because their jobs may be lost. Leases keep a second job from sending. Index of
 * deliveries in flight.
 */
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

const releasedAtOnce = 1_000

/**
 * The housekeeper, `held` → `pending` or `cancelled`, for the next endpoint with a decision that the API could not
 * carry out in one request. Index of endpoints with a decision.
 *
 * @returns whether more may be left.
 */
export async function releaseHeld(db: Db): Promise<boolean> {
  return transaction(db, async (sql) => {
    const [endpoint] = await sql.rows({ workspace_id: int, id: bigint })`
      SELECT workspace_id, id FROM webhook_endpoints
      WHERE skip_held_until IS NOT NULL OR (resume_held_until IS NOT NULL AND is_active)
      ORDER BY id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`
    if (!endpoint) return false
    await settleHeld(sql, { workspaceId: endpoint.workspace_id, endpointId: endpoint.id }, releasedAtOnce)
    return true
  })
}

const replayedAtOnce = 500

/**
 * The housekeeper, `failed` or `blocked` (for all: `cancelled` or `delivered` too) → `pending`, or → `held` for a disabled
 * endpoint, for the next batch of the oldest replay. The progress commits with the batch, so each delivery is resent
 * once. Index of deliveries by endpoint and created_at.
 *
 * @returns whether more may be left.
 */
export async function replayBatch(db: Db): Promise<boolean> {
  const count = await db.run`
    WITH replay AS MATERIALIZED (
      SELECT * FROM webhook_replays WHERE finished_at IS NULL ORDER BY created_at, id LIMIT 1 FOR UPDATE SKIP LOCKED
    ), endpoint AS MATERIALIZED (
      SELECT endpoint.workspace_id, endpoint.id, endpoint.is_active FROM webhook_endpoints AS endpoint
      JOIN replay ON replay.workspace_id = endpoint.workspace_id AND replay.endpoint_id = endpoint.id
      WHERE endpoint.deleted_at IS NULL FOR NO KEY UPDATE OF endpoint
    ), page AS MATERIALIZED (
      SELECT due.id, due.created_at FROM replay CROSS JOIN endpoint CROSS JOIN LATERAL (
        SELECT delivery.id, delivery.created_at FROM webhook_deliveries AS delivery
        WHERE delivery.workspace_id = endpoint.workspace_id AND delivery.endpoint_id = endpoint.id
          AND (delivery.created_at, delivery.id) > (coalesce(replay.last_created_at, replay.from_time), replay.last_id)
          AND delivery.created_at <= replay.to_time
          AND (delivery.status IN ('failed', 'blocked') OR (replay.status = 'all' AND delivery.status IN ('cancelled', 'delivered')))
        ORDER BY delivery.created_at, delivery.id LIMIT ${replayedAtOnce} FOR UPDATE
      ) AS due
    ), sent AS (
      UPDATE webhook_deliveries AS delivery SET ${pendingAgain(Prisma.sql`now()`)} FROM page CROSS JOIN endpoint
      WHERE delivery.workspace_id = endpoint.workspace_id AND delivery.id = page.id
    ), last AS (SELECT created_at, id FROM page ORDER BY created_at DESC, id DESC LIMIT 1)
    UPDATE webhook_replays
    SET last_created_at = coalesce((SELECT created_at FROM last), webhook_replays.last_created_at),
        last_id = coalesce((SELECT id FROM last), webhook_replays.last_id),
        finished_at = CASE WHEN (SELECT count(*) FROM page) < ${replayedAtOnce} THEN now() END
    FROM replay WHERE webhook_replays.workspace_id = replay.workspace_id AND webhook_replays.id = replay.id`
  return count > 0
}
