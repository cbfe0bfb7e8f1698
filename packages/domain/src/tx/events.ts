import { list, Prisma } from '@matterbase/db'
import type { Tx } from './write.ts'

/**
 * Records events of one kind, and a delivery of each to every endpoint of the workspace that
 * subscribes to it, in the transaction of the change itself: neither is ever there without the other.
 * An endpoint that is switched off gets its deliveries too, held until it is switched on again.
 *
 * @param data each record as its GET would answer it, as JSON text; kept byte for byte.
 */
export async function recordEvents(tx: Tx, kind: string, data: readonly string[], happenedAt: Date): Promise<void> {
  if (data.length === 0) return
  const told = eventsOf(
    tx.workspaceId,
    { kind, happenedAt },
    Prisma.sql`unnest(${list(data, 'text')}) AS record (json)`,
  )
  await tx.sql.run`WITH ${told} SELECT`
}

export interface Told {
  readonly kind: string
  readonly happenedAt: Date
}

/**
 * The same as parts of a statement's WITH.
 * @param records what has each record as `json`.
 */
export const eventsOf = (workspaceId: number, { kind, happenedAt }: Told, records: Prisma.Sql) => Prisma.sql`
  event AS (
    INSERT INTO events (workspace_id, kind, data, created_at)
    SELECT ${workspaceId}, ${kind}, json::json, ${happenedAt} FROM ${records}
    RETURNING id
  ), delivery AS (
    INSERT INTO webhook_deliveries (workspace_id, endpoint_id, event_id, kind, status, next_attempt_at, created_at)
    SELECT ${workspaceId}, endpoint.id, event.id, ${kind}, CASE WHEN endpoint.is_active THEN 'pending' ELSE 'held' END,
           clock_timestamp(), ${happenedAt}
    FROM event CROSS JOIN webhook_endpoints AS endpoint
    WHERE endpoint.workspace_id = ${workspaceId} AND endpoint.deleted_at IS NULL AND ${kind} = ANY (endpoint.events)
  )`

/** Records an event for one endpoint only, subscribed or not, switched on or not. */
export async function recordEventFor(
  tx: Tx,
  endpointId: number,
  kind: string,
  data: string,
  happenedAt: Date,
): Promise<void> {
  await tx.sql.run`
    WITH event AS (
      INSERT INTO events (workspace_id, kind, data, created_at)
      VALUES (${tx.workspaceId}, ${kind}, ${data}::json, ${happenedAt}) RETURNING id
    )
    INSERT INTO webhook_deliveries (workspace_id, endpoint_id, event_id, kind, next_attempt_at, created_at)
    SELECT ${tx.workspaceId}, ${endpointId}, id, ${kind}, clock_timestamp(), ${happenedAt} FROM event`
}
