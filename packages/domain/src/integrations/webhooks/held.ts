import { Prisma } from '@matterbase/db'
import type { Sql } from '@matterbase/db'

/** One webhook endpoint. */
export interface EndpointId {
  readonly workspaceId: number
  readonly endpointId: number | bigint
}

/**
 * Applies a decision about the held deliveries of an endpoint to the oldest `limit` of them. Deliveries from before
 * skip_held_until are cancelled, with those in the queue since the endpoint was disabled or deleted. If the endpoint is
 * active, deliveries from before resume_held_until become due. After the last delivery, the decision is cleared. The
 * caller holds the lock of the endpoint, because endpoints are locked before their deliveries everywhere.
 *
 * @returns how many.
 */
export async function settleHeld(sql: Sql, { workspaceId, endpointId }: EndpointId, limit: number): Promise<number> {
  const waiting = await skipWaiting(sql, { workspaceId, endpointId }, limit)
  const held = await sql.run`
    WITH decided AS MATERIALIZED (
      SELECT delivery.id, least(delivery.created_at, now()) AS due_at, delivery.created_at <= coalesce(endpoint.skip_held_until, '-infinity') AS is_skipped
      FROM webhook_endpoints AS endpoint JOIN webhook_deliveries AS delivery
        ON delivery.workspace_id = endpoint.workspace_id AND delivery.endpoint_id = endpoint.id
      WHERE endpoint.workspace_id = ${workspaceId} AND endpoint.id = ${endpointId} AND delivery.status = 'held'
        AND (delivery.created_at <= endpoint.skip_held_until OR (endpoint.is_active AND delivery.created_at <= endpoint.resume_held_until))
      ORDER BY delivery.created_at, delivery.id LIMIT ${limit} FOR UPDATE OF delivery
    )
    UPDATE webhook_deliveries AS delivery
    SET status = CASE WHEN decided.is_skipped THEN 'cancelled' ELSE 'pending' END,
        -- The past, in the order of the events: they go out before what happened since. After many changes at once the
        -- clock that events are stamped by is ahead.
        next_attempt_at = CASE WHEN decided.is_skipped THEN NULL ELSE decided.due_at END
    FROM decided WHERE delivery.workspace_id = ${workspaceId} AND delivery.id = decided.id`
  if (waiting < limit && held < limit)
    await sql.run`
      UPDATE webhook_endpoints SET skip_held_until = NULL, resume_held_until = NULL
      WHERE workspace_id = ${workspaceId} AND id = ${endpointId}`
  return waiting + held
}

/** A delivery in flight is not cancelled. A job in the queue finds that it has lost its lease. */
function skipWaiting(sql: Sql, { workspaceId, endpointId }: EndpointId, limit: number): Promise<number> {
  // The condition of an index, so that it is read.
  const skipped = (waits: Prisma.Sql) => Prisma.sql`
    SELECT delivery.id FROM webhook_deliveries AS delivery
    WHERE delivery.workspace_id = ${workspaceId} AND delivery.endpoint_id = ${endpointId} AND ${waits}
      AND (delivery.kind <> 'ping.test' OR decision.deleted_at IS NOT NULL) AND coalesce(delivery.created_at <= decision.skip_held_until, false)
    ORDER BY delivery.next_attempt_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`
  return sql.run`
    WITH skipped AS MATERIALIZED (
      SELECT waiting.id
      FROM (
        SELECT skip_held_until, deleted_at FROM webhook_endpoints
        WHERE workspace_id = ${workspaceId} AND id = ${endpointId} AND skip_held_until IS NOT NULL OFFSET 0
      ) AS decision CROSS JOIN LATERAL (
        SELECT id FROM (${skipped(Prisma.sql`delivery.status = 'pending'`)}) AS pending
        UNION ALL
        SELECT id FROM (${skipped(Prisma.sql`delivery.status = 'queued'`)}) AS queued
        LIMIT ${limit}
      ) AS waiting
    )
    UPDATE webhook_deliveries AS delivery SET status = 'cancelled', next_attempt_at = NULL, lease_id = NULL, lease_until = NULL
    FROM skipped WHERE delivery.workspace_id = ${workspaceId} AND delivery.id = skipped.id`
}

/**
 * The assignments that send a delivery again: due now with a new retry schedule, or held if the endpoint is disabled.
 * For an UPDATE of webhook_deliveries AS delivery that can read webhook_endpoints AS endpoint.
 * @param now when the delivery is due.
 */
export const pendingAgain = (now: Prisma.Sql | Date) => Prisma.sql`
  status = CASE WHEN endpoint.is_active OR delivery.kind = 'ping.test' THEN 'pending' ELSE 'held' END,
  next_attempt_at = CASE WHEN endpoint.is_active OR delivery.kind = 'ping.test' THEN ${now}::timestamptz END,
  schedule_start = delivery.attempt_count, delivered_at = NULL`
