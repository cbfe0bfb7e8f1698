import { Prisma } from '@matterbase/db'

// Parts of statements about webhook_deliveries AS delivery.

/** Waits in the queue. The first condition is that of the index of what is under way, which is used for its sake. */
export const isQueued = Prisma.sql`delivery.status IN ('queued', 'sending') AND delivery.status = 'queued'`

/**
 * The status of a delivery that is found by its key. Not the bare column: the planner would read a whole
 * index by status (all that waits, all that is under way) instead of the primary key.
 */
export const statusByKey = Prisma.sql`(delivery.status || '')`

export const isOrdinary = Prisma.sql`delivery.kind <> 'ping.test' AND delivery.status = 'pending'`

/**
 * Not from before its endpoint was switched on with `skip`: those are about to be cancelled. In a form that no index is
 * read for.
 */
export const isNotSkipped = (endpoint: Prisma.Sql) =>
  Prisma.sql`coalesce(delivery.created_at > ${endpoint}.skip_held_until, true)`

/** Written as in the condition of the index of tests that wait. */
export const isTest = Prisma.sql`delivery.kind = 'ping.test' AND ${statusByKey} = 'pending'`

/** Any that waits for its time, written as in the condition of the index by endpoint. */
export const isWaiting = Prisma.sql`delivery.status = 'pending'`

/** The same, written as in the condition of the index by time alone. */
export const isWaitingByTime = Prisma.sql`('' || delivery.status) = 'pending'`

/** A random UUID whose first 48 bits are the time (version 7), so that new rows sit together in the index. */
export const newLeaseId = Prisma.sql`encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
  PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid`

/**
 * Closes attempts under way whose leases, `lease_id`, are in the CTE `lost`. They may have begun longer ago than
 * milliseconds can be counted: all workers may have been away for weeks.
 */
export const interruptLost = Prisma.sql`
  UPDATE webhook_attempts AS attempt
  SET outcome = 'interrupted', duration_ms = least(extract(epoch FROM now() - attempt.started_at) * 1000, 2147483647)::int
  FROM lost WHERE attempt.workspace_id = lost.workspace_id AND attempt.id = lost.lease_id AND attempt.outcome IS NULL`

/** `until` for a lease that starts now. */
export const leaseUntil = (leaseMs: number) => Prisma.sql`clock_timestamp() + ${leaseMs}::float8 * interval '1 ms'`
