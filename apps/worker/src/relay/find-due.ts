import { bool, float, int, orNull, Prisma, text, uuid } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { isOrdinary, isTest } from '../runtime/delivery-sql.ts'
import type { Settings } from '../runtime/settings.ts'
import type { Due } from './share.ts'

/** The last endpoint that was looked at; the next pass begins behind it. */
export interface Cursor {
  workspaceId: number
  endpointId: string
}

export const start: Cursor = { workspaceId: 0, endpointId: '0' }

export interface DuePage {
  due: Due[]
  /** Requests under way in the whole system. */
  busy: number
  /** Where to go on; `start` when these were the last endpoints. */
  next: Cursor
}

const endpointsAPass = 200

const endpointColumns = {
  account: uuid,
  accountBusy: int,
  workspaceId: int,
  endpointId: text,
  endpointBusy: int,
  busy: int,
}
/** Of a delivery that is due; an endpoint without room for one has none. */
const dueColumns = { deliveryId: orNull(text), isTest: orNull(bool), dueAt: orNull(float) }

/** Finds the next endpoints that have something due and may be sent to, each with as much as it may have under way. */
export async function findDue(sql: Sql, { perEndpoint }: Settings, after: Cursor): Promise<DuePage> {
  const rows = await sql.rows({ ...endpointColumns, ...dueColumns })`
    WITH RECURSIVE tested AS (${testedEndpoints(after)}), candidate AS MATERIALIZED (
      (${ordinaryEndpoints(perEndpoint, after)}) UNION (SELECT workspace_id, id FROM tested LIMIT ${endpointsAPass})
      ORDER BY workspace_id, id LIMIT ${endpointsAPass}
    ), in_workspace AS MATERIALIZED (
      SELECT workspace_id, count(*)::int AS busy FROM webhook_deliveries WHERE status IN ('queued', 'sending') GROUP BY workspace_id
    ), in_account AS MATERIALIZED (
      SELECT (SELECT owner_uuid FROM workspaces WHERE id = in_workspace.workspace_id) AS account, sum(busy)::int AS busy
      FROM in_workspace GROUP BY 1
    )
    SELECT workspace.owner_uuid AS account, endpoint.workspace_id AS "workspaceId", endpoint.id::text AS "endpointId",
           coalesce((SELECT busy FROM in_account WHERE account = workspace.owner_uuid), 0) AS "accountBusy",
           coalesce((SELECT sum(busy)::int FROM in_account), 0) AS busy, under_way.count AS "endpointBusy",
           due.id::text AS "deliveryId", due.is_test AS "isTest", extract(epoch FROM due.next_attempt_at)::float8 AS "dueAt"
    FROM candidate
    JOIN webhook_endpoints AS endpoint ON endpoint.workspace_id = candidate.workspace_id AND endpoint.id = candidate.id
    JOIN workspaces AS workspace ON workspace.id = candidate.workspace_id
    CROSS JOIN LATERAL (${underWay}) AS under_way
    LEFT JOIN LATERAL (
      (${dueOf(isTest, Prisma.sql`CASE WHEN endpoint.deleted_at IS NULL THEN ${perEndpoint}::int ELSE 0 END`)})
      UNION ALL
      (${dueOf(isOrdinary, Prisma.sql`CASE WHEN ${isOpen} THEN ${roomOf(perEndpoint)} ELSE 0 END`)})
      LIMIT greatest(${perEndpoint}::int - under_way.count, 0)
    ) AS due ON true
    ORDER BY endpoint.workspace_id, endpoint.id`
  const last = rows.at(-1)
  const isFull = new Set(rows.map((row) => `${row.workspaceId}/${row.endpointId}`)).size >= endpointsAPass
  return {
    due: rows.flatMap(({ deliveryId, isTest, dueAt, ...endpoint }) =>
      deliveryId === null || isTest === null || dueAt === null ? [] : [{ ...endpoint, deliveryId, isTest, dueAt }],
    ),
    busy: last?.busy ?? 0,
    next: last && isFull ? { workspaceId: last.workspaceId, endpointId: last.endpointId } : start,
  }
}

const isOpen = Prisma.sql`endpoint.is_active AND endpoint.deleted_at IS NULL AND coalesce(endpoint.circuit_open_until, '-infinity') <= now()`

const underWay = Prisma.sql`
  SELECT count(*)::int, count(*) FILTER (WHERE busy.kind <> 'ping.test')::int AS ordinary FROM webhook_deliveries AS busy
  WHERE busy.workspace_id = endpoint.workspace_id AND busy.endpoint_id = endpoint.id AND busy.status IN ('queued', 'sending')`

// A probe waits for no test, but for another probe.
const roomOf = (perEndpoint: number) => Prisma.sql`least(${perEndpoint}::int - under_way.count,
  CASE WHEN endpoint.circuit_level > 0 THEN 1 - under_way.ordinary END)`

const ordinaryEndpoints = (perEndpoint: number, { workspaceId, endpointId }: Cursor) => Prisma.sql`
  SELECT endpoint.workspace_id, endpoint.id FROM webhook_endpoints AS endpoint CROSS JOIN LATERAL (${underWay}) AS under_way
  WHERE (endpoint.workspace_id, endpoint.id) > (${workspaceId}::int, ${endpointId}::bigint) AND ${isOpen} AND ${roomOf(perEndpoint)} > 0
    AND EXISTS (SELECT 1 FROM webhook_deliveries AS delivery WHERE delivery.workspace_id = endpoint.workspace_id
                AND delivery.endpoint_id = endpoint.id AND ${isOrdinary} AND delivery.next_attempt_at <= now())
  ORDER BY endpoint.workspace_id, endpoint.id LIMIT ${endpointsAPass}`

// Tests go to endpoints that are switched off or whose circuit is open, too. From endpoint to endpoint,
// not through all that wait: somebody may have ordered thousands of one.
const testedEndpoints = ({ workspaceId, endpointId }: Cursor) => Prisma.sql`
  (${nextTested(Prisma.sql`${workspaceId}::int, ${endpointId}::bigint`)})
  UNION ALL
  SELECT next.* FROM tested CROSS JOIN LATERAL (${nextTested(Prisma.sql`tested.workspace_id, tested.id`)}) AS next`

const nextTested = (behind: Prisma.Sql) => Prisma.sql`
  SELECT delivery.workspace_id, delivery.endpoint_id AS id FROM webhook_deliveries AS delivery
  WHERE ${isTest} AND (delivery.workspace_id, delivery.endpoint_id) > (${behind})
  ORDER BY delivery.workspace_id, delivery.endpoint_id LIMIT 1`

const dueOf = (kind: Prisma.Sql, room: Prisma.Sql) => Prisma.sql`
  SELECT delivery.id, delivery.kind = 'ping.test' AS is_test, delivery.next_attempt_at FROM webhook_deliveries AS delivery
  WHERE delivery.workspace_id = endpoint.workspace_id AND delivery.endpoint_id = endpoint.id AND ${kind} AND delivery.next_attempt_at <= now()
  ORDER BY delivery.next_attempt_at LIMIT greatest(${room}, 0)`
