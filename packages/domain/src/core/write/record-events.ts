import { list, Prisma } from '@matterbase/db'
import type { EventKind } from '@matterbase/schemas'
import { currentMillisecond } from './clock.ts'
import { eventsOf, outboxOf } from './outbox.ts'
import type { Tx } from './transaction.ts'

/**
 * Records events of one kind with their deliveries, in the transaction of the change itself.
 *
 * @param data each record as its GET would return it, as JSON text; kept byte for byte.
 */
export async function recordEvents(
  tx: Tx,
  kind: EventKind,
  data: readonly string[],
  happenedAt: Date = tx.now,
): Promise<void> {
  const outbox = outboxOf(tx, kind, happenedAt)
  if (data.length === 0 || !outbox) return
  const records = Prisma.sql`(SELECT ${tx.workspaceId}::int AS workspace_id, json FROM unnest(${list(data, 'text')}) AS given (json)) AS record`
  await tx.sql.run`WITH ${eventsOf(outbox, records)} SELECT`
}

/**
 * Makes a change and records its event, where an endpoint subscribes to it.
 *
 * @param kind an event that has the former values.
 * @param read returns the record as its GET would, as JSON text.
 */
export async function changeAndRecord<T>(
  tx: Tx,
  kind: EventKind,
  read: () => Promise<string>,
  change: () => Promise<T>,
): Promise<T> {
  if (!outboxOf(tx, kind)) return change()
  const before = await read()
  const result = await change()
  await recordChange(tx, kind, { before, json: await read() })
  return result
}

/**
 * Records the event of a change, unless both versions of the record are equal.
 *
 * @param change the record before and after it, as its GET returns it, as JSON text.
 */
export const recordChange = (tx: Tx, kind: EventKind, change: RecordChange): Promise<void> =>
  recordChanges(tx, kind, [change])

/** Records the events of changes in one statement. */
export async function recordChanges(tx: Tx, kind: EventKind, changes: readonly RecordChange[]): Promise<void> {
  const outbox = outboxOf(tx, kind)
  if (changes.length === 0 || !outbox) return
  const now = list(
    changes.map(({ json }) => json),
    'text',
  )
  const before = list(
    changes.map((change) => change.before),
    'text',
  )
  const records = Prisma.sql`(SELECT ${tx.workspaceId}::int AS workspace_id, json, before FROM unnest(${now}, ${before}) AS given (json, before)) AS record`
  await tx.sql.run`WITH ${eventsOf(outbox, records)} SELECT`
}

/** A record before and after a change, as its GET returns it, as JSON text. */
interface RecordChange {
  readonly before: string
  readonly json: string
}

/** Records the event of a new record, which is read only if an endpoint subscribes to the event. */
export async function recordNew(tx: Tx, kind: EventKind, read: () => Promise<string>): Promise<void> {
  if (outboxOf(tx, kind)) await recordEvents(tx, kind, [await read()])
}

/** Records an event for one endpoint only, subscribed or not, enabled or not. */
export async function recordEventFor(
  tx: Tx,
  endpointId: number,
  kind: EventKind,
  data: string,
  happenedAt: Date,
): Promise<void> {
  await tx.sql.run`
    WITH event AS (
      INSERT INTO events (workspace_id, kind, data, created_at, traceparent)
      VALUES (${tx.workspaceId}, ${kind}, ${data}::json, ${happenedAt}, ${tx.traceparent ?? null}::text) RETURNING id
    )
    INSERT INTO webhook_deliveries (workspace_id, endpoint_id, event_id, kind, next_attempt_at, created_at)
    SELECT ${tx.workspaceId}, ${endpointId}, id, ${kind}, ${currentMillisecond}, ${happenedAt} FROM event`
}
