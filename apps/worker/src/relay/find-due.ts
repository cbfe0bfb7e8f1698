import { bool, float, int, orNull, Prisma, text, uuid } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import {
  endpointsWith,
  isInFlight,
  isNotSkipped,
  isPending,
  isPendingByTime,
  isPendingEvent,
  isPendingTest,
} from '../deliveries/states.ts'
import type { Raised } from '../runtime/paces.ts'
import type { Settings } from '../runtime/settings.ts'
import type { Due } from './share.ts'

/** The last endpoint of a pass. The next pass starts after it. */
export interface Cursor {
  workspaceId: number
  endpointId: string
}

export const start: Cursor = { workspaceId: 0, endpointId: '0' }

export interface DuePage {
  due: Due[]
  /** Requests in flight in the whole system. */
  busy: number
  /** Where the next pass starts: `start` after the last endpoint. */
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
/** Null for an endpoint without a free place. */
const dueColumns = { deliveryId: orNull(text), isTest: orNull(bool), dueAt: orNull(float) }

/** True if a delivery is due, by one row of an index. It may still wait for a place, or for the circuit of its endpoint. */
export async function isAnythingDue(sql: Sql): Promise<boolean> {
  // For EXISTS, the planner reads the table if it expects many due deliveries.
  const [row] = await sql.rows({ isDue: orNull(bool) })`
    SELECT delivery.next_attempt_at <= now() AS "isDue" FROM webhook_deliveries AS delivery
    WHERE ${isPendingByTime} ORDER BY delivery.next_attempt_at LIMIT 1`
  return row?.isDue ?? false
}

/** The next endpoints with due deliveries, each with as many deliveries as it has free places. */
export async function findDue(
  sql: Sql,
  { perEndpoint }: Settings,
  raised: readonly Raised[],
  after: Cursor,
): Promise<DuePage> {
  const most = mostOf(perEndpoint, raised)
  const behind = Prisma.sql`${after.workspaceId}::int, ${after.endpointId}::bigint`
  const rows = await sql.rows({ ...endpointColumns, ...dueColumns })`
    WITH RECURSIVE waiting AS (${endpointsWith(Prisma.sql`waiting`, isPending, behind)}),
    -- Test events are sent to disabled and paused endpoints too.
    tested AS (${endpointsWith(Prisma.sql`tested`, isPendingTest, behind)}), candidate AS MATERIALIZED (
      (${openEndpoints(most)}) UNION (SELECT workspace_id, id FROM tested LIMIT ${endpointsAPass})
      ORDER BY workspace_id, id LIMIT ${endpointsAPass}
    ), in_workspace AS MATERIALIZED (
      SELECT workspace_id, count(*)::int AS busy FROM webhook_deliveries AS delivery WHERE ${isInFlight} GROUP BY workspace_id
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
      (${dueOf(isPendingTest, Prisma.sql`CASE WHEN endpoint.deleted_at IS NULL THEN ${most} ELSE 0 END`)})
      UNION ALL
      (${dueOf(Prisma.sql`${isPendingEvent} AND ${isNotSkipped(Prisma.sql`endpoint`)}`, Prisma.sql`CASE WHEN ${isOpen} THEN ${roomOf(most)} ELSE 0 END`)})
      LIMIT greatest(${most} - under_way.count, 0)
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
  SELECT count(*)::int, count(*) FILTER (WHERE delivery.kind <> 'ping.test')::int AS ordinary FROM webhook_deliveries AS delivery
  WHERE delivery.workspace_id = endpoint.workspace_id AND delivery.endpoint_id = endpoint.id AND ${isInFlight}`

/** The requests that an endpoint may have in flight. */
function mostOf(perEndpoint: number, raised: readonly Raised[]): Prisma.Sql {
  if (raised.length === 0) return Prisma.sql`${perEndpoint}::int`
  const workspaces = raised.map(({ workspaceId }) => workspaceId)
  const endpoints = raised.map(({ endpointId }) => endpointId)
  const rooms = raised.map(({ room }) => room)
  return Prisma.sql`coalesce((
    SELECT raised.room FROM unnest(${workspaces}::int[], ${endpoints}::bigint[], ${rooms}::int[]) AS raised (workspace_id, id, room)
    WHERE raised.workspace_id = endpoint.workspace_id AND raised.id = endpoint.id), ${perEndpoint}::int)`
}

// A paused endpoint gets one request as a probe. Test events do not count as probes.
const roomOf = (most: Prisma.Sql) => Prisma.sql`least(${most} - under_way.count,
  CASE WHEN endpoint.circuit_level > 0 THEN 1 - under_way.ordinary END)`

// OFFSET 0 keeps this a lookup per endpoint with pending deliveries, which stops at the limit.
const openEndpoints = (most: Prisma.Sql) => Prisma.sql`
  SELECT waiting.workspace_id, waiting.id FROM waiting CROSS JOIN LATERAL (
    SELECT FROM webhook_endpoints AS endpoint CROSS JOIN LATERAL (${underWay}) AS under_way
    WHERE endpoint.workspace_id = waiting.workspace_id AND endpoint.id = waiting.id AND ${isOpen} AND ${roomOf(most)} > 0
      AND EXISTS (SELECT 1 FROM webhook_deliveries AS delivery WHERE delivery.workspace_id = endpoint.workspace_id
                  AND delivery.endpoint_id = endpoint.id AND ${isPendingEvent} AND delivery.next_attempt_at <= now())
    OFFSET 0
  ) AS ready WHERE waiting.due_at <= now() LIMIT ${endpointsAPass}`

const dueOf = (kind: Prisma.Sql, room: Prisma.Sql) => Prisma.sql`
  SELECT delivery.id, delivery.kind = 'ping.test' AS is_test, delivery.next_attempt_at FROM webhook_deliveries AS delivery
  WHERE delivery.workspace_id = endpoint.workspace_id AND delivery.endpoint_id = endpoint.id AND ${kind} AND delivery.next_attempt_at <= now()
  ORDER BY delivery.next_attempt_at LIMIT greatest(${room}, 0)`
