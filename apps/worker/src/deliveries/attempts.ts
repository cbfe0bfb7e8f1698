import { filled, float, int, oneOf, orNull, Prisma, text, uuid } from '@matterbase/db'
import type { Row } from '@matterbase/db'

/** The columns of `openAttempts`. */
export const attemptColumns = {
  workspace_id: int,
  /** The account of the workspace. */
  account: uuid,
  /** The row of webhook_deliveries. */
  id: text,
  /** The lease, the row of webhook_attempts, and the delivery_id in the request. */
  delivery_id: filled(uuid),
  endpoint_id: text,
  event_id: uuid,
  kind: text,
  /** 1 for the first. */
  attempt: int,
  /** The number within the retry schedule, which starts again after a resend. */
  step: int,
  /** Epoch milliseconds by PostgreSQL's clock, as all times here. */
  started_at: float,
  created_at: float,
  environment: oneOf(['live', 'test']),
  url: text,
  /** Sealed, in base64. */
  secret: text,
  /** Null without a previous secret, and after its overlap. */
  previous_secret: orNull(text),
  /** The record as JSON, sent byte for byte. */
  data: text,
  /** The record before the change. */
  previous: orNull(text),
  /** The span of a trace that recorded the event. */
  traceparent: orNull(text),
}

/** An attempt that may be sent now: the delivery is `sending`, and this lease is its only one. */
export type Attempt = Row<typeof attemptColumns>

/** The columns of the CTE `begun`. The request carries the stored time of the start, so it has whole milliseconds. */
export const begunColumns = Prisma.sql`delivery.workspace_id, delivery.id, delivery.lease_id, delivery.endpoint_id, delivery.event_id,
  delivery.kind, delivery.attempt_count, delivery.schedule_start, date_trunc('milliseconds', clock_timestamp()) AS started_at`

/**
 * Ends a statement whose CTE `begun` has set deliveries to `sending`: opens and returns their attempts.
 *
 * @param worker the number of this worker, see runtime/presence.ts.
 */
export const openAttempts = (worker: number) => Prisma.sql`
  opened AS (
    INSERT INTO webhook_attempts (workspace_id, id, webhook_delivery_id, attempt, started_at, worker)
    SELECT workspace_id, lease_id, id, attempt_count, started_at, ${worker}::int FROM begun
  )
  SELECT begun.workspace_id, begun.id::text, begun.lease_id AS delivery_id, begun.endpoint_id::text, begun.event_id,
         begun.kind, begun.attempt_count AS attempt, begun.attempt_count - begun.schedule_start AS step,
         (extract(epoch FROM begun.started_at) * 1000)::float8 AS started_at,
         (extract(epoch FROM event.created_at) * 1000)::float8 AS created_at, workspace.environment::text AS environment, workspace.owner_uuid AS account,
         endpoint.url, encode(endpoint.secret, 'base64') AS secret,
         CASE WHEN endpoint.previous_secret_expires_at > now() THEN encode(endpoint.previous_secret, 'base64') END AS previous_secret,
         event.data::text AS data, event.previous::text AS previous,
         event.traceparent
  FROM begun
  JOIN events AS event ON event.workspace_id = begun.workspace_id AND event.id = begun.event_id
  JOIN webhook_endpoints AS endpoint ON endpoint.workspace_id = begun.workspace_id AND endpoint.id = begun.endpoint_id
  JOIN workspaces AS workspace ON workspace.id = begun.workspace_id`

/** Stores the results of the CTE `closed` in their attempts. */
export const closeAttempts = Prisma.sql`
  UPDATE webhook_attempts AS attempt
  SET outcome = closed.outcome, status_code = closed.status_code, response_headers = closed.headers, response_body = closed.body,
      duration_ms = closed.duration_ms, traceparent = closed.traceparent
  FROM closed WHERE attempt.workspace_id = closed.workspace_id AND attempt.id = closed.lease_id`

/**
 * Closes open attempts whose leases are in the CTE `lost`. Workers may have been away for weeks, so the duration is cut
 * to the largest integer.
 */
export const interruptAttempts = Prisma.sql`
  UPDATE webhook_attempts AS attempt
  SET outcome = 'interrupted', duration_ms = least(extract(epoch FROM now() - attempt.started_at) * 1000, 2147483647)::int
  FROM lost WHERE attempt.workspace_id = lost.workspace_id AND attempt.id = lost.lease_id AND attempt.outcome IS NULL`
