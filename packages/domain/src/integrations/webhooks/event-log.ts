import { isoText, Prisma, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import type { DashContract, Input } from '@matterbase/schemas'
import type { Listing } from '../../core/records/lists/list.ts'

type EventQuery = Input<DashContract['events']['list']>['query']

// An event and its deliveries have the same created_at, and the index of the deliveries begins with it.
const deliveries = Prisma.sql`(
  SELECT coalesce(json_agg(row_to_json(found) ORDER BY found.id), '[]'::json) FROM (
    SELECT delivery.id, delivery.endpoint_id, endpoint.url,
           CASE WHEN delivery.status IN ('queued', 'sending') THEN 'pending' ELSE delivery.status END AS status,
           delivery.attempt_count, delivery.last_status_code
    FROM webhook_endpoints AS endpoint JOIN webhook_deliveries AS delivery
      ON delivery.workspace_id = endpoint.workspace_id AND delivery.endpoint_id = endpoint.id
      AND delivery.created_at = page.created_at AND delivery.event_id = page.id
    WHERE endpoint.workspace_id = page.workspace_id
  ) AS found)`

const fields = Prisma.sql`id, kind, ${isoText('created_at')} AS created_at, ${deliveries} AS deliveries`
const eventJson = Prisma.sql`(SELECT row_to_json(answer)::text FROM (SELECT ${fields}) AS answer)`

/** The events that a query lists, newest first. */
export const eventListing =
  (workspaceId: number) =>
  ({ kind, created_since: since }: EventQuery): Listing => ({
    table: Prisma.sql`events`,
    json: eventJson,
    id: 'id',
    idType: 'uuid',
    sort: '-created_at',
    conditions: [
      Prisma.sql`workspace_id = ${workspaceId}`,
      ...(kind === undefined ? [] : [Prisma.sql`kind = ${kind}`]),
      ...(since === undefined ? [] : [Prisma.sql`created_at > ${since}::text::timestamptz`]),
    ],
  })

/** An event with its deliveries, its data and the previous values, each as JSON text; undefined when it does not exist. */
export async function findEvent(sql: Sql, workspaceId: number, id: string) {
  const [row] = await sql.rows({ json: text, kind: text, data: text, previous: text })`
    SELECT ${eventJson} AS json, kind, data::text AS data, coalesce(previous::text, 'null') AS previous FROM events AS page
    WHERE workspace_id = ${workspaceId} AND id = ${id}::text::uuid`
  return row
}
