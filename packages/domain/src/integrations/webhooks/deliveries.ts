import { isoText, Prisma, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import type { DeliveryStatus } from '@matterbase/schemas'
import type { Listing, PageQuery } from '../../core/records/lists/list.ts'
import type { EndpointId } from './held.ts'

// As jsonOf writes records, with the attempts inside.
const attempts = Prisma.sql`(
  SELECT coalesce('[' || string_agg(row_to_json(entry)::text, ',' ORDER BY entry.attempt, entry.started_at) || ']', '[]')::json
  FROM (
    SELECT id AS delivery_id, attempt, ${isoText('started_at')} AS started_at, duration_ms, outcome, status_code, response_body
    FROM webhook_attempts AS attempt
    WHERE attempt.workspace_id = delivery.workspace_id AND attempt.webhook_delivery_id = delivery.id
  ) AS entry)`

/** Writes a row of `webhook_deliveries` as JSON text. */
export const deliveryJson = Prisma.sql`(
  SELECT row_to_json(answer)::text FROM (
    SELECT id, event_id, kind AS event,
           CASE WHEN status IN ('queued', 'sending') THEN 'pending' ELSE status END AS status, attempt_count,
           CASE WHEN status IN ('pending', 'queued') THEN ${isoText('next_attempt_at')} END AS next_attempt_at,
           last_status_code, last_error, ${isoText('created_at')} AS created_at, ${isoText('delivered_at')} AS delivered_at,
           ${attempts} AS attempts
    FROM (SELECT workspace_id, id, event_id, kind, status, attempt_count, next_attempt_at, last_status_code, last_error,
                 created_at, delivered_at) AS delivery
  ) AS answer)`

/** A delivery as JSON text, or undefined when the endpoint has no such delivery. */
export async function findDelivery(sql: Sql, { workspaceId, endpointId }: EndpointId, id: number) {
  const [row] = await sql.rows({ json: text })`
    SELECT ${deliveryJson} AS json FROM webhook_deliveries
    WHERE workspace_id = ${workspaceId} AND endpoint_id = ${endpointId} AND id = ${id}`
  return row?.json
}

interface DeliveryQuery extends PageQuery {
  readonly status?: DeliveryStatus | undefined
  readonly event?: string | undefined
  readonly created_since?: string | undefined
}

// Written out, so that the planner sees which partial index fits.
const statuses: Readonly<Record<DeliveryStatus, Prisma.Sql>> = {
  pending: Prisma.sql`(status = 'pending' OR status = ANY (ARRAY['queued'::text, 'sending'::text]))`,
  delivered: Prisma.sql`status = 'delivered'`,
  failed: Prisma.sql`status = 'failed'`,
  held: Prisma.sql`status = 'held'`,
  cancelled: Prisma.sql`status = 'cancelled'`,
  blocked: Prisma.sql`status = 'blocked'`,
}

/** Which deliveries of an endpoint a query asks for, newest first. */
export function deliveryListing(workspaceId: number, endpointId: number) {
  return ({ status, event, created_since: since }: DeliveryQuery): Listing => ({
    table: Prisma.sql`webhook_deliveries`,
    json: deliveryJson,
    id: 'id',
    idType: 'bigint',
    conditions: [
      Prisma.sql`workspace_id = ${workspaceId} AND endpoint_id = ${endpointId}`,
      ...(status === undefined ? [] : [statuses[status]]),
      ...(event === undefined ? [] : [Prisma.sql`kind = ${event}`]),
      ...(since === undefined ? [] : [Prisma.sql`created_at > ${since}::text::timestamptz`]),
    ],
    sort: '-created_at',
  })
}
