import { Prisma } from '@matterbase/db'
import type { Db } from '@matterbase/db'
import { interruptLost } from '../runtime/delivery-sql.ts'
import { isLocked } from '../runtime/worker-locks.ts'

/**
 * Strikes workers off that still hold no lock, and makes due what they had under way.
 *
 * @returns how many deliveries.
 */
export async function returnLeases(db: Db, workers: readonly number[]): Promise<number> {
  return db.run`
    WITH dead AS MATERIALIZED (
      DELETE FROM webhook_workers WHERE id = ANY (${workers}::int[]) AND NOT ${isLocked} RETURNING id
    ), ${makeDue(Prisma.sql`EXISTS (SELECT FROM dead) AND (delivery.status = 'queued' OR attempt.worker IN (SELECT id FROM dead))`)}`
}

/**
 * Makes due what this worker began before a moment without learning of it, since a connection was lost
 * with PostgreSQL's answer.
 *
 * @param held the attempts that it knows of.
 * @returns how many deliveries.
 */
export async function returnUnheld(db: Db, worker: number, before: Date, held: ReadonlySet<string>): Promise<number> {
  const isUnheld = Prisma.sql`attempt.worker = ${worker} AND attempt.started_at <= ${before} AND attempt.id <> ALL (${[...held]}::uuid[])`
  return db.run`WITH ${makeDue(Prisma.sql`(delivery.status = 'queued' OR (${isUnheld}))`)}`
}

/**
 * Ends a statement: attempts under way that are lost end as interrupted, and their deliveries are due.
 * What waits in the queue is lost with them, since a job of it may have been in the same hands; the
 * leases keep jobs that are queued twice then from sending twice.
 */
const makeDue = (isLost: Prisma.Sql) => Prisma.sql`
    lost AS MATERIALIZED (
      SELECT delivery.workspace_id, delivery.id, delivery.lease_id FROM webhook_deliveries AS delivery
      LEFT JOIN webhook_attempts AS attempt ON attempt.workspace_id = delivery.workspace_id AND attempt.id = delivery.lease_id
      WHERE delivery.status IN ('queued', 'sending') AND ${isLost}
      FOR UPDATE OF delivery SKIP LOCKED
    ), interrupted AS (
      ${interruptLost}
    )
    UPDATE webhook_deliveries AS delivery SET status = 'pending', lease_id = NULL, lease_until = NULL
    FROM lost WHERE delivery.workspace_id = lost.workspace_id AND delivery.id = lost.id`
