import { Prisma } from '@matterbase/db'
import type { Db } from '@matterbase/db'
import { isNotSkipped, isOrdinary, isTest, leaseUntil, newLeaseId } from '../runtime/delivery-sql.ts'
import { attemptColumns, begunColumns, openAttempts } from './attempt.ts'
import type { Attempt } from './attempt.ts'
import { countEndpoints } from './endpoint-counters.ts'
import type { Result } from './outcome.ts'
import type { Verdict } from './retry.ts'
import type { Settings } from '../runtime/settings.ts'

export interface Finished {
  attempt: Attempt
  result: Result
  verdict: Verdict
  /** Whether the run goes on with another delivery of the same endpoint, if one is due. */
  wantsMore: boolean
}

/**
 * Records how attempts ended: attempt, delivery, the endpoint's counters, its circuit breaker and its
 * switching off, all in one statement; and begins the next delivery of the same endpoint for those
 * that went well. An attempt whose lease was lost changes nothing.
 *
 * @returns in the order given, the next attempt or null.
 */
export async function finish(
  db: Db,
  finished: readonly Finished[],
  { worker, ...settings }: Settings & { worker: number },
): Promise<(Attempt | null)[]> {
  const next = await db.rows(attemptColumns)`
    WITH ended AS MATERIALIZED (
      SELECT *, to_timestamp((started_ms + duration_ms) / 1000) AS ended_at FROM ${endedRows(finished)}
    ),
    ${closeAttempts},
    ${countEndpoints(settings)},
    ${beginNext(settings)},
    ${openAttempts(worker)}`
  return finished.map(({ attempt, wantsMore }) => {
    const index = wantsMore
      ? next.findIndex((row) => row.endpoint_id === attempt.endpoint_id && row.workspace_id === attempt.workspace_id)
      : -1
    return index === -1 ? null : (next.splice(index, 1)[0] ?? null)
  })
}

function endedRows(finished: readonly Finished[]): Prisma.Sql {
  const column = <T>(pick: (item: Finished) => T) => finished.map(pick)
  return Prisma.sql`unnest(
    ${column(({ attempt }) => attempt.workspace_id)}::int[], ${column(({ attempt }) => attempt.id)}::bigint[],
    ${column(({ attempt }) => attempt.delivery_id)}::uuid[], ${column(({ attempt }) => attempt.endpoint_id)}::bigint[], ${column(({ attempt }) => attempt.url)}::text[],
    ${column(({ result }) => result.outcome)}::text[], ${column(({ result }) => result.statusCode)}::int[],
    ${column(({ result }) => result.headers)}::text[], ${column(({ result }) => result.body)}::text[], ${column(({ result }) => result.error)}::text[],
    ${column(({ attempt }) => attempt.started_at)}::float8[], ${column(({ result }) => result.durationMs)}::int[], ${column(({ verdict }) => verdict.status)}::text[],
    ${column(({ verdict }) => verdict.waitMs)}::float8[], ${column(({ verdict }) => verdict.isGone)}::bool[],
    ${column(({ wantsMore }) => wantsMore)}::bool[], ${column(({ result }) => result.traceparent ?? null)}::text[]
  ) WITH ORDINALITY AS ended (workspace_id, id, lease_id, endpoint_id, url, outcome, status_code, headers, body, error, started_ms, duration_ms, status, wait_ms, is_gone, wants_more, traceparent, position)`
}

// Endpoints are locked in one order first, so that two workers never wait for each other in a circle.
const closeAttempts = Prisma.sql`
  locked AS MATERIALIZED (
    SELECT endpoint.workspace_id, endpoint.id, endpoint.url FROM webhook_endpoints AS endpoint
    WHERE (endpoint.workspace_id, endpoint.id) IN (SELECT workspace_id, endpoint_id FROM ended)
    ORDER BY endpoint.workspace_id, endpoint.id FOR NO KEY UPDATE
  ), closed AS (
    UPDATE webhook_deliveries AS delivery
    SET status = ended.status, lease_id = NULL, lease_until = NULL, last_status_code = ended.status_code, last_error = ended.error,
        next_attempt_at = CASE WHEN ended.status = 'pending' THEN ended.ended_at + ended.wait_ms * interval '1 ms' END,
        delivered_at = CASE WHEN ended.status = 'delivered' THEN ended.ended_at END
    FROM ended
    WHERE (SELECT count(*) FROM locked) >= 0
      AND delivery.workspace_id = ended.workspace_id AND delivery.id = ended.id AND delivery.lease_id = ended.lease_id
    RETURNING ended.*, delivery.event_id, delivery.kind
  ), logged AS (
    UPDATE webhook_attempts AS attempt
    SET outcome = closed.outcome, status_code = closed.status_code, response_headers = closed.headers, response_body = closed.body,
        duration_ms = closed.duration_ms, traceparent = closed.traceparent
    FROM closed WHERE attempt.workspace_id = closed.workspace_id AND attempt.id = closed.lease_id
  )`

// Tests come first: with a long backlog they would never find a place free.
const dueNext = (kind: Prisma.Sql) => Prisma.sql`
  SELECT delivery.workspace_id, delivery.id FROM webhook_deliveries AS delivery
  WHERE delivery.workspace_id = wanted.workspace_id AND delivery.endpoint_id = wanted.endpoint_id
    AND ${kind} AND delivery.next_attempt_at <= now()
  ORDER BY delivery.next_attempt_at LIMIT wanted.count FOR UPDATE SKIP LOCKED`

function beginNext({ leaseMs }: Settings): Prisma.Sql {
  return Prisma.sql`
  wanted AS MATERIALIZED (
    SELECT closed.workspace_id, closed.endpoint_id, counted.skip_held_until, count(*) AS count
    FROM closed JOIN counted ON counted.workspace_id = closed.workspace_id AND counted.id = closed.endpoint_id
    WHERE closed.wants_more AND counted.takes_more GROUP BY 1, 2, 3
  ), picked AS MATERIALIZED (
    SELECT due.workspace_id, due.id FROM wanted CROSS JOIN LATERAL (
      SELECT * FROM (${dueNext(isTest)}) AS test UNION ALL SELECT * FROM (${dueNext(Prisma.sql`${isOrdinary} AND ${isNotSkipped(Prisma.sql`wanted`)}`)}) AS other
      LIMIT wanted.count
    ) AS due
  ), begun AS (
    UPDATE webhook_deliveries AS delivery
    SET status = 'sending', lease_id = ${newLeaseId}, lease_until = ${leaseUntil(leaseMs)}, attempt_count = delivery.attempt_count + 1
    FROM picked WHERE delivery.workspace_id = picked.workspace_id AND delivery.id = picked.id
    RETURNING ${begunColumns}
  )`
}
