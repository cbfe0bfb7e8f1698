import { Prisma } from '@matterbase/db'
import type { Sql } from '@matterbase/db'

/** One webhook endpoint. */
export interface EndpointId {
  readonly workspaceId: number
  readonly endpointId: number | bigint
}

/**
 * Carries out what was decided about the held deliveries of an endpoint, the oldest `limit` of them:
 * those from before skip_held_until are cancelled, and while it is switched on those from before
 * resume_held_until are due again. Once none is left, the decision is forgotten.
 * The caller has locked the endpoint's row: endpoints come before their deliveries everywhere.
 *
 * @returns how many; when it is `limit`, more may be left.
 */
export async function settleHeld(sql: Sql, { workspaceId, endpointId }: EndpointId, limit: number): Promise<number> {
  const count = await sql.run`
    WITH decided AS MATERIALIZED (
      SELECT delivery.id, delivery.created_at <= coalesce(endpoint.skip_held_until, '-infinity') AS is_skipped
      FROM webhook_endpoints AS endpoint JOIN webhook_deliveries AS delivery
        ON delivery.workspace_id = endpoint.workspace_id AND delivery.endpoint_id = endpoint.id
      WHERE endpoint.workspace_id = ${workspaceId} AND endpoint.id = ${endpointId} AND delivery.status = 'held'
        AND (delivery.created_at <= endpoint.skip_held_until OR (endpoint.is_active AND delivery.created_at <= endpoint.resume_held_until))
      ORDER BY delivery.created_at, delivery.id LIMIT ${limit} FOR UPDATE OF delivery
    )
    UPDATE webhook_deliveries AS delivery
    SET status = CASE WHEN decided.is_skipped THEN 'cancelled' ELSE 'pending' END,
        -- The past, in the order of the events: they go out before what happened since.
        next_attempt_at = CASE WHEN decided.is_skipped THEN NULL ELSE delivery.created_at END
    FROM decided WHERE delivery.workspace_id = ${workspaceId} AND delivery.id = decided.id`
  if (count < limit)
    await sql.run`
      UPDATE webhook_endpoints SET skip_held_until = NULL, resume_held_until = NULL
      WHERE workspace_id = ${workspaceId} AND id = ${endpointId}`
  return count
}

/**
 * What sending a delivery anew sets: it is due at once with a whole retry schedule before it, or held
 * where the endpoint is switched off. For an UPDATE of webhook_deliveries AS delivery that can see
 * webhook_endpoints AS endpoint.
 *
 * @param now when it is due.
 */
export const sentAnew = (now: Prisma.Sql | Date) => Prisma.sql`
  status = CASE WHEN endpoint.is_active OR delivery.kind = 'ping.test' THEN 'pending' ELSE 'held' END,
  next_attempt_at = CASE WHEN endpoint.is_active OR delivery.kind = 'ping.test' THEN ${now}::timestamptz END,
  schedule_start = delivery.attempt_count, delivered_at = NULL`
