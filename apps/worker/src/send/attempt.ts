import { filled, float, int, oneOf, orNull, Prisma, text, uuid } from '@matterbase/db'
import type { Row } from '@matterbase/db'

/** What `openAttempts` answers. */
export const attemptColumns = {
  workspace_id: int,
  /** Whose workspace it is. */
  account: uuid,
  /** The row of webhook_deliveries. */
  id: text,
  /** The lease, the row of webhook_attempts and the delivery_id on the wire. */
  delivery_id: filled(uuid),
  endpoint_id: text,
  event_id: uuid,
  kind: text,
  /** 1 for the first. */
  attempt: int,
  /** The same within the retry schedule, which begins again when a delivery is sent anew. */
  step: int,
  /** Epoch milliseconds by PostgreSQL's clock, as all times here. */
  started_at: float,
  created_at: float,
  environment: oneOf(['live', 'test']),
  url: text,
  /** Sealed, in base64. */
  secret: text,
  /** Null when there is none, or its overlap is over. */
  previous_secret: orNull(text),
  /** The record as JSON, to be sent byte for byte. */
  data: text,
  /** The same, of what the record was. */
  previous: orNull(text),
  /** The step of a trace that recorded the event. */
  traceparent: orNull(text),
}

/** An attempt that may be sent now: the delivery is `sending` and this lease is its only one. */
export type Attempt = Row<typeof attemptColumns>

/** An attempt, and when PostgreSQL was asked for it: its lease is no older. */
export interface Begun {
  readonly attempt: Attempt
  readonly askedAt: number
}

/** @param ask begins attempts. */
export async function asked(ask: () => Promise<(Attempt | null)[]>): Promise<(Begun | null)[]> {
  const askedAt = performance.now()
  return (await ask()).map((attempt) => attempt && { attempt, askedAt })
}

/** What `begun` returns; see `openAttempts`. What is sent carries the very moment that is kept: whole milliseconds. */
export const begunColumns = Prisma.sql`delivery.workspace_id, delivery.id, delivery.lease_id, delivery.endpoint_id, delivery.event_id,
  delivery.kind, delivery.attempt_count, delivery.schedule_start, date_trunc('milliseconds', clock_timestamp()) AS started_at`

/**
 * Ends a statement whose CTE `begun` has just set deliveries to `sending`: opens their attempts and answers them.
 *
 * @param worker who makes them, see runtime/presence.ts.
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
