import { Prisma, transaction } from '@matterbase/db'
import type { Db, Sql } from '@matterbase/db'
import type { SendJob } from '@matterbase/jobs'
import { leaseUntil, newLeaseId } from './attempt.ts'
import type { Settings } from './settings.ts'

/** The last endpoint that got its share; the next pass begins behind it. */
export interface Cursor {
  workspaceId: number
  endpointId: string
}

export const start: Cursor = { workspaceId: 0, endpointId: '0' }

export interface Claim {
  jobs: SendJob[]
  cursor: Cursor
  /** True when there may be more to claim at once. */
  isFull: boolean
  /** Whether jobs wait in the queue for a place. */
  hasQueue: boolean
}

const endpointsAPass = 200
const testsAPass = 50
// Any number, the same in every worker.
const relayLock = 7_270_210

/**
 * Leases due deliveries, a few of each endpoint: what an endpoint has under way already and its
 * circuit breaker decide how many, so a backlog of one never stands in the way of another.
 * One pass at a time in the whole system; another under way makes this one come back empty.
 */
export async function claim(db: Db, settings: Settings, cursor: Cursor): Promise<Claim> {
  const { queued, rows } = await transaction(db, async (sql) => {
    const turn = await takeTurn(sql)
    return {
      queued: turn.queued,
      rows: turn.is_mine && turn.queued < settings.maxQueued ? await claimDue(sql, settings, cursor) : null,
    }
  })
  const hasQueue = queued > 0
  if (!rows) return { jobs: [], cursor, isFull: false, hasQueue }
  const endpoints = new Set(rows.map((row) => `${row.workspace_id}/${row.endpoint_id}`))
  const isFull = endpoints.size >= endpointsAPass
  return {
    jobs: rows.map((row) => ({ workspaceId: row.workspace_id, deliveryId: row.id, leaseId: row.lease_id })),
    cursor: isFull ? lastOf(rows) : start,
    isFull: isFull || cursor !== start,
    hasQueue,
  }
}

interface Turn {
  is_mine: boolean
  queued: number
}

async function takeTurn(sql: Sql): Promise<Turn> {
  const [turn] = await sql.$queryRaw<Turn[]>`
    SELECT pg_try_advisory_xact_lock(${relayLock}) AS is_mine,
           (SELECT count(*)::int FROM webhook_deliveries WHERE status IN ('queued', 'sending') AND status = 'queued') AS queued`
  return turn ?? { is_mine: false, queued: 0 }
}

interface Claimed {
  workspace_id: number
  id: string
  endpoint_id: string
  lease_id: string
}

function claimDue(sql: Sql, { perEndpoint, leaseMs }: Settings, { workspaceId, endpointId }: Cursor) {
  const isDue = Prisma.sql`delivery.status = 'pending' AND delivery.next_attempt_at <= now()`
  const room = Prisma.sql`CASE WHEN endpoint.circuit_level > 0 THEN 1 ELSE ${perEndpoint}::int END - under_way.count`
  return sql.$queryRaw<Claimed[]>`
    WITH share AS MATERIALIZED (
      SELECT endpoint.workspace_id, endpoint.id, ${room} AS room
      FROM webhook_endpoints AS endpoint
      CROSS JOIN LATERAL (${underWay(Prisma.sql`<> 'ping.test'`)}) AS under_way
      WHERE (endpoint.workspace_id, endpoint.id) > (${workspaceId}::int, ${endpointId}::bigint)
        AND endpoint.is_active AND endpoint.deleted_at IS NULL AND coalesce(endpoint.circuit_open_until, '-infinity') <= now()
        AND ${room} > 0
        AND EXISTS (SELECT 1 FROM webhook_deliveries AS delivery WHERE delivery.workspace_id = endpoint.workspace_id
                    AND delivery.endpoint_id = endpoint.id AND ${isDue} AND delivery.kind <> 'ping.test')
      ORDER BY endpoint.workspace_id, endpoint.id LIMIT ${endpointsAPass}
    ), ordinary AS MATERIALIZED (
      SELECT due.workspace_id, due.id FROM share CROSS JOIN LATERAL (
        SELECT delivery.workspace_id, delivery.id FROM webhook_deliveries AS delivery
        WHERE delivery.workspace_id = share.workspace_id AND delivery.endpoint_id = share.id AND ${isDue} AND delivery.kind <> 'ping.test'
        ORDER BY delivery.next_attempt_at LIMIT share.room FOR UPDATE SKIP LOCKED
      ) AS due
    ), test AS MATERIALIZED (
      SELECT delivery.workspace_id, delivery.id
      FROM webhook_deliveries AS delivery
      JOIN webhook_endpoints AS endpoint ON endpoint.workspace_id = delivery.workspace_id AND endpoint.id = delivery.endpoint_id
      CROSS JOIN LATERAL (${underWay(Prisma.sql`= 'ping.test'`)}) AS under_way
      WHERE ${isDue} AND delivery.kind = 'ping.test' AND endpoint.deleted_at IS NULL AND under_way.count < ${perEndpoint}
      LIMIT ${testsAPass} FOR UPDATE OF delivery SKIP LOCKED
    )
    UPDATE webhook_deliveries AS delivery
    SET status = 'queued', lease_id = ${newLeaseId}, lease_until = ${leaseUntil(leaseMs)}
    FROM (SELECT * FROM ordinary UNION ALL SELECT * FROM test) AS due
    WHERE delivery.workspace_id = due.workspace_id AND delivery.id = due.id
    RETURNING delivery.workspace_id, delivery.id::text, delivery.endpoint_id::text, delivery.lease_id::text`
}

const underWay = (kind: Prisma.Sql) => Prisma.sql`
  SELECT count(*)::int FROM webhook_deliveries AS busy
  WHERE busy.workspace_id = endpoint.workspace_id AND busy.endpoint_id = endpoint.id AND busy.status IN ('queued', 'sending') AND busy.kind ${kind}`

function lastOf(rows: readonly Claimed[]): Cursor {
  return rows.reduce<Cursor>((last, row) => {
    const isLater =
      row.workspace_id > last.workspaceId ||
      (row.workspace_id === last.workspaceId && BigInt(row.endpoint_id) > BigInt(last.endpointId))
    return isLater ? { workspaceId: row.workspace_id, endpointId: row.endpoint_id } : last
  }, start)
}

/** Gives leases back whose jobs could not be queued. */
export async function unclaim(db: Db, jobs: readonly SendJob[]): Promise<void> {
  await db.$executeRaw`
    UPDATE webhook_deliveries AS delivery SET status = 'pending', lease_id = NULL, lease_until = NULL
    FROM unnest(${jobs.map((job) => job.workspaceId)}::int[], ${jobs.map((job) => job.deliveryId)}::bigint[], ${jobs.map((job) => job.leaseId)}::uuid[])
      AS job (workspace_id, id, lease_id)
    WHERE delivery.workspace_id = job.workspace_id AND delivery.id = job.id AND delivery.lease_id = job.lease_id AND (delivery.status || '') = 'queued'`
}

/** Makes everything that waits in the queue due again: for a queue that was lost. */
export async function requeueAll(db: Db): Promise<number> {
  return db.$executeRaw`
    UPDATE webhook_deliveries SET status = 'pending', lease_id = NULL, lease_until = NULL
    WHERE status IN ('queued', 'sending') AND status = 'queued'`
}
