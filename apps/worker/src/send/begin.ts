import { Prisma } from '@matterbase/db'
import type { Db } from '@matterbase/db'
import type { SendJob } from '@matterbase/jobs'
import { leaseUntil, statusByKey } from '../runtime/delivery-sql.ts'
import { attemptColumns, begunColumns, openAttempts } from './attempt.ts'
import type { Attempt } from './attempt.ts'

const isOpen = Prisma.sql`(endpoint.deleted_at IS NULL AND (delivery.kind = 'ping.test'
  OR (endpoint.is_active AND coalesce(endpoint.circuit_open_until, '-infinity') <= now())))`

/**
 * Turns the leases of queued jobs into attempts. A job whose lease is not the delivery's (any more)
 * gets none: that is what keeps a job that runs twice from sending twice. One of an endpoint that was
 * switched off or whose circuit opened in the meantime goes back to the waiting ones.
 *
 * @returns in the order of the jobs, null for those that must not be sent.
 */
export async function begin(
  db: Db,
  jobs: readonly SendJob[],
  { leaseMs, worker }: { leaseMs: number; worker: number },
): Promise<(Attempt | null)[]> {
  const attempts = await db.rows(attemptColumns)`
    WITH job AS MATERIALIZED (
      SELECT * FROM unnest(${jobs.map((job) => job.workspaceId)}::int[], ${jobs.map((job) => job.deliveryId)}::bigint[],
                           ${jobs.map((job) => job.leaseId)}::uuid[]) AS job (workspace_id, id, lease_id)
    ), fenced AS (
      UPDATE webhook_deliveries AS delivery
      SET status = CASE WHEN ${isOpen} THEN 'sending' ELSE 'pending' END,
          lease_id = CASE WHEN ${isOpen} THEN delivery.lease_id END,
          lease_until = CASE WHEN ${isOpen} THEN ${leaseUntil(leaseMs)} END,
          attempt_count = delivery.attempt_count + ${isOpen}::int
      FROM job, webhook_endpoints AS endpoint
      WHERE delivery.workspace_id = job.workspace_id AND delivery.id = job.id
        AND delivery.lease_id = job.lease_id AND ${statusByKey} = 'queued'
        AND endpoint.workspace_id = delivery.workspace_id AND endpoint.id = delivery.endpoint_id
      RETURNING delivery.status, ${begunColumns}
    ), begun AS (SELECT * FROM fenced WHERE status = 'sending'),
    ${openAttempts(worker)}`
  // Taken out when it is handed out: the same job may be among these twice.
  const byLease = new Map(attempts.map((attempt) => [attempt.delivery_id, attempt]))
  return jobs.map(({ leaseId }) => {
    const attempt = byLease.get(leaseId) ?? null
    byLease.delete(leaseId)
    return attempt
  })
}
