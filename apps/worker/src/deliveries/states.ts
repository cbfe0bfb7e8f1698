import { Prisma } from '@matterbase/db'

/**
 * The states of a delivery, which is a row of `webhook_deliveries`.
 *
 * | Status      | Means                                                        | Next                                        |
 * | ----------- | ------------------------------------------------------------ | ------------------------------------------- |
 * | `pending`   | due at `next_attempt_at`                                     | `queued`, `sending`, `held`, `cancelled`    |
 * | `queued`    | leased, with a job in the queue                              | `sending`, `pending`, `cancelled`           |
 * | `sending`   | leased, with an open row in `webhook_attempts`               | `delivered`, `pending`, `failed`, `blocked` |
 * | `delivered` | the receiver returned 2xx                                    | `pending` or `held`, when it is resent      |
 * | `failed`    | the last attempt failed, or the receiver returned 410        | `pending` or `held`, when it is resent      |
 * | `blocked`   | the URL or address of the endpoint is not allowed            | `pending` or `held`, when it is resent      |
 * | `held`      | its endpoint is disabled                                     | `pending`, `cancelled`                      |
 * | `cancelled` | its endpoint was deleted, or enabled without held deliveries | `pending` or `held`, when it is resent      |
 *
 * `transitions.ts` has the transitions of single deliveries, and `sweeps.ts` those of all deliveries that an index finds.
 * In `packages/domain`, the API creates deliveries as `pending` or `held`, holds those of an endpoint that it disables,
 * releases or cancels held ones, and resends every delivery that is not in flight.
 */
export type DeliveryStatus =
  | 'pending'
  | 'queued'
  | 'sending'
  | 'delivered'
  | 'failed'
  | 'blocked'
  | 'held'
  | 'cancelled'

// Conditions on `webhook_deliveries AS delivery`. A partial index is used only where its own condition follows.

/** Index webhook_deliveries_pending_idx: workspace, endpoint, next_attempt_at. */
export const isPending = Prisma.sql`delivery.status = 'pending'`

/** The same, without test events. */
export const isPendingEvent = Prisma.sql`delivery.kind <> 'ping.test' AND ${isPending}`

/** Index webhook_deliveries_due_idx: next_attempt_at. No other condition may match it, or lookups by endpoint use it. */
export const isPendingByTime = Prisma.sql`('' || delivery.status) = 'pending'`

/** Indexes webhook_deliveries_in_flight_idx (workspace, endpoint) and webhook_deliveries_lease_idx (lease_until). */
export const isInFlight = Prisma.sql`delivery.status IN ('queued', 'sending')`

/** The indexes of `isInFlight`. */
export const isQueued = Prisma.sql`delivery.status = 'queued'`

/** The status of a delivery found by its key. With the bare column, the planner reads a partial index instead. */
export const statusByKey = Prisma.sql`(delivery.status || '')`

/** Index webhook_deliveries_test_idx: workspace, endpoint, next_attempt_at of pending test events. */
export const isPendingTest = Prisma.sql`delivery.kind = 'ping.test' AND ${statusByKey} = 'pending'`

/** Not waiting and not in flight, so that old ones can be deleted. */
export const isAtRest = Prisma.sql`delivery.status IN ('delivered', 'failed', 'blocked', 'cancelled', 'held')`

/** False for a delivery that the decision "skip" of its endpoint is about to cancel. */
export const isNotSkipped = (endpoint: Prisma.Sql) =>
  Prisma.sql`coalesce(delivery.created_at > ${endpoint}.skip_held_until, true)`

/**
 * A recursive query for the endpoints with pending deliveries, in order, and the time of the first of each. It jumps
 * from endpoint to endpoint in the index of the condition, and only as far as its result is read.
 *
 * @param name its name in WITH RECURSIVE.
 * @param condition `isPending` or `isPendingTest`.
 * @param after the endpoint before the first, as `workspace_id, id`.
 */
export const endpointsWith = (name: Prisma.Sql, condition: Prisma.Sql, after: Prisma.Sql) => Prisma.sql`
  (${nextEndpoint(condition, after)})
  UNION ALL
  SELECT next.* FROM ${name} CROSS JOIN LATERAL (${nextEndpoint(condition, Prisma.sql`${name}.workspace_id, ${name}.id`)}) AS next`

const nextEndpoint = (condition: Prisma.Sql, after: Prisma.Sql) => Prisma.sql`
  SELECT delivery.workspace_id, delivery.endpoint_id AS id, delivery.next_attempt_at AS due_at
  FROM webhook_deliveries AS delivery
  WHERE ${condition} AND (delivery.workspace_id, delivery.endpoint_id) > (${after})
  ORDER BY delivery.workspace_id, delivery.endpoint_id, delivery.next_attempt_at LIMIT 1`
