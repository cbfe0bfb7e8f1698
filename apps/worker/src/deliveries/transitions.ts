import { filled, int, Prisma, text, uuid } from '@matterbase/db'
import type { Db, Sql } from '@matterbase/db'
import type { SendJob } from '@matterbase/jobs'
import { attemptColumns, begunColumns, openAttempts } from './attempts.ts'
import type { Attempt } from './attempts.ts'
import { isNotSkipped, isPendingEvent, isPendingTest, statusByKey } from './states.ts'

// Transitions of single deliveries. Each finds them by primary key, except `pickNext`. A lease ID is the fence: it
// changes with each lease, so a job or worker that lost its lease changes nothing.

interface DeliveryKey {
  readonly workspaceId: number
  readonly deliveryId: string
}

interface Lease {
  readonly leaseMs: number
}

/** Ends a lease. */
export const withoutLease = Prisma.sql`lease_id = NULL, lease_until = NULL`

const leaseUntil = ({ leaseMs }: Lease) => Prisma.sql`clock_timestamp() + ${leaseMs}::float8 * interval '1 ms'`

/** A random UUID whose first 48 bits are the time (version 7), so that new rows are next to each other in the index. */
const newLeaseId = Prisma.sql`encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
  PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid`

const jobRows = (jobs: readonly SendJob[]) => Prisma.sql`
  unnest(${jobs.map((job) => job.workspaceId)}::int[], ${jobs.map((job) => job.deliveryId)}::bigint[], ${jobs.map((job) => job.leaseId)}::uuid[])
    AS job (workspace_id, id, lease_id)`

/** The relay, `pending` → `queued`. Skips a delivery that another worker has locked or begun since it was found. */
export function claimDeliveries(sql: Sql, lease: Lease, due: readonly DeliveryKey[]): Promise<SendJob[]> {
  return sql.rows({ workspaceId: int, deliveryId: text, leaseId: filled(uuid) })`
    WITH free AS MATERIALIZED (
      SELECT delivery.workspace_id, delivery.id
      FROM unnest(${due.map(({ workspaceId }) => workspaceId)}::int[], ${due.map(({ deliveryId }) => deliveryId)}::bigint[]) AS due (workspace_id, id)
      JOIN webhook_deliveries AS delivery ON delivery.workspace_id = due.workspace_id AND delivery.id = due.id
      WHERE ${statusByKey} = 'pending' AND delivery.next_attempt_at <= now() FOR UPDATE OF delivery SKIP LOCKED
    )
    UPDATE webhook_deliveries AS delivery
    SET status = 'queued', lease_id = ${newLeaseId}, lease_until = ${leaseUntil(lease)}
    FROM free WHERE delivery.workspace_id = free.workspace_id AND delivery.id = free.id
    RETURNING delivery.workspace_id AS "workspaceId", delivery.id::text AS "deliveryId", delivery.lease_id AS "leaseId"`
}

/** The relay, `queued` → `pending`, for jobs that the queue did not take. */
export async function returnJobs(db: Db, jobs: readonly SendJob[]): Promise<void> {
  await db.run`
    UPDATE webhook_deliveries AS delivery SET status = 'pending', ${withoutLease} FROM ${jobRows(jobs)}
    WHERE delivery.workspace_id = job.workspace_id AND delivery.id = job.id AND delivery.lease_id = job.lease_id AND ${statusByKey} = 'queued'`
}

const isSendable = Prisma.sql`(endpoint.deleted_at IS NULL AND (delivery.kind = 'ping.test'
  OR (endpoint.is_active AND coalesce(endpoint.circuit_open_until, '-infinity') <= now())))`

/**
 * The sender, `queued` → `sending`, or → `pending` for an endpoint that was disabled or paused in the meantime. A job
 * that runs twice begins one attempt.
 *
 * @returns in the order of the jobs, null for those that must not be sent.
 */
export async function beginJobs(
  db: Db,
  jobs: readonly SendJob[],
  { worker, ...lease }: Lease & { worker: number },
): Promise<(Attempt | null)[]> {
  const attempts = await db.rows(attemptColumns)`
    WITH job AS MATERIALIZED (SELECT * FROM ${jobRows(jobs)}), fenced AS (
      UPDATE webhook_deliveries AS delivery
      SET status = CASE WHEN ${isSendable} THEN 'sending' ELSE 'pending' END,
          lease_id = CASE WHEN ${isSendable} THEN delivery.lease_id END,
          lease_until = CASE WHEN ${isSendable} THEN ${leaseUntil(lease)} END,
          attempt_count = delivery.attempt_count + ${isSendable}::int
      FROM job, webhook_endpoints AS endpoint
      WHERE delivery.workspace_id = job.workspace_id AND delivery.id = job.id
        AND delivery.lease_id = job.lease_id AND ${statusByKey} = 'queued'
        AND endpoint.workspace_id = delivery.workspace_id AND endpoint.id = delivery.endpoint_id
      RETURNING delivery.status, ${begunColumns}
    ), begun AS (SELECT * FROM fenced WHERE status = 'sending'),
    ${openAttempts(worker)}`
  // An attempt is removed once it is returned, because the same job may be in the list twice.
  const byLease = new Map(attempts.map((attempt) => [attempt.delivery_id, attempt]))
  return jobs.map(({ leaseId }) => {
    const attempt = byLease.get(leaseId) ?? null
    byLease.delete(leaseId)
    return attempt
  })
}

/**
 * The sender, `sending` → `delivered`, `pending` (a retry), `failed` or `blocked`, by the CTE `ended`. The join with the
 * CTE `locked` takes the lock of an endpoint before that of its delivery, as everywhere.
 */
export const finishDeliveries = Prisma.sql`
  UPDATE webhook_deliveries AS delivery
  SET status = ended.status, ${withoutLease}, last_status_code = ended.status_code, last_error = ended.error,
      next_attempt_at = CASE WHEN ended.status = 'pending' THEN ended.ended_at + ended.wait_ms * interval '1 ms' END,
      delivered_at = CASE WHEN ended.status = 'delivered' THEN ended.ended_at END
  FROM ended LEFT JOIN locked ON locked.workspace_id = ended.workspace_id AND locked.id = ended.endpoint_id
  WHERE delivery.workspace_id = ended.workspace_id AND delivery.id = ended.id AND delivery.lease_id = ended.lease_id
  RETURNING ended.*, delivery.event_id, delivery.kind,
            coalesce(delivery.kind <> 'ping.test' AND ended.url = locked.url, false) AS counts`

const dueOf = (condition: Prisma.Sql) => Prisma.sql`
  SELECT delivery.workspace_id, delivery.id FROM webhook_deliveries AS delivery
  WHERE delivery.workspace_id = place.workspace_id AND delivery.endpoint_id = place.endpoint_id
    AND ${condition} AND delivery.next_attempt_at <= now()
  ORDER BY delivery.next_attempt_at LIMIT place.count FOR UPDATE SKIP LOCKED`

/** The due deliveries for the places of the CTE `place`. Test events come first, so that no backlog delays them. */
export const pickNext = Prisma.sql`
  SELECT due.workspace_id, due.id FROM place CROSS JOIN LATERAL (
    SELECT * FROM (${dueOf(isPendingTest)}) AS test
    UNION ALL
    SELECT * FROM (${dueOf(Prisma.sql`${isPendingEvent} AND ${isNotSkipped(Prisma.sql`place`)}`)}) AS event
    LIMIT place.count
  ) AS due`

/** The sender, `pending` → `sending`, for the CTE `picked`. */
export const beginPicked = (lease: Lease) => Prisma.sql`
  UPDATE webhook_deliveries AS delivery
  SET status = 'sending', lease_id = ${newLeaseId}, lease_until = ${leaseUntil(lease)}, attempt_count = delivery.attempt_count + 1
  FROM picked WHERE delivery.workspace_id = picked.workspace_id AND delivery.id = picked.id
  RETURNING ${begunColumns}`
