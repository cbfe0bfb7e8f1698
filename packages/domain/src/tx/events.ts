import { list, Prisma } from '@matterbase/db'
import { eventFacts } from '@matterbase/schemas'
import type { EventKind } from '@matterbase/schemas'
import type { Tx } from './write.ts'

/** An event that is recorded with what a statement writes. */
export interface Told {
  readonly kind: EventKind
  readonly happenedAt: Date
  /** The step of a trace that each record's change belongs to, an expression; undefined where nothing is traced. */
  readonly traceparent?: Prisma.Sql | undefined
}

/** Undefined where nobody is to be told: events beyond those of the specification are recorded for subscribers only. */
export const toldOf = ({ subscribed, now, traceparent }: Tx, kind: EventKind): Told | undefined =>
  eventFacts[kind].isOptIn && !subscribed.includes(kind)
    ? undefined
    : { kind, happenedAt: now, traceparent: traceparent === undefined ? undefined : Prisma.sql`${traceparent}::text` }

/**
 * Records events of one kind, and a delivery of each to every endpoint of the workspace that
 * subscribes to it, in the transaction of the change itself: neither is ever there without the other.
 * An endpoint that is switched off gets its deliveries too, held until it is switched on again.
 *
 * @param data each record as its GET would answer it, as JSON text; kept byte for byte.
 */
export async function recordEvents(
  tx: Tx,
  kind: EventKind,
  data: readonly string[],
  happenedAt: Date = tx.now,
): Promise<void> {
  const told = toldOf(tx, kind)
  if (data.length === 0 || !told) return
  await record(tx, { ...told, happenedAt }, Prisma.sql`unnest(${list(data, 'text')}) AS record (json)`)
}

/**
 * Makes a change and tells of it, where somebody is to be told and the record is another then.
 *
 * @param kind an event that tells of a change.
 * @param read answers the record as its GET would, as JSON text.
 */
export async function telling<T>(
  tx: Tx,
  kind: EventKind,
  read: () => Promise<string>,
  change: () => Promise<T>,
): Promise<T> {
  const told = toldOf(tx, kind)
  if (!told) return change()
  const before = await read()
  const result = await change()
  const json = await read()
  await record(tx, told, Prisma.sql`(SELECT ${json}::text AS json, ${before}::text AS before) AS record`)
  return result
}

async function record({ sql, workspaceId }: Tx, told: Told, records: Prisma.Sql) {
  await sql.run`WITH ${eventsOf(workspaceId, told, records)} SELECT`
}

/**
 * The same as parts of a statement's WITH.
 *
 * @param records what has each record as `json` and, for events that tell of a change, as `before` what it was.
 */
export function eventsOf(workspaceId: number, told: Told, records: Prisma.Sql): Prisma.Sql {
  const { kind, happenedAt } = told
  const insert = eventFacts[kind].hasPrevious ? insertChanges : insertEvents
  return Prisma.sql`
  event AS (
    ${insert(workspaceId, told, records)}
    RETURNING id
  ), delivery AS (
    INSERT INTO webhook_deliveries (workspace_id, endpoint_id, event_id, kind, status, next_attempt_at, created_at)
    SELECT ${workspaceId}, endpoint.id, event.id, ${kind}, CASE WHEN endpoint.is_active THEN 'pending' ELSE 'held' END,
           clock_timestamp(), ${happenedAt}
    FROM event CROSS JOIN webhook_endpoints AS endpoint
    WHERE endpoint.workspace_id = ${workspaceId} AND endpoint.deleted_at IS NULL AND ${kind} = ANY (endpoint.events)
  )`
}

const insertEvents = (workspaceId: number, { kind, happenedAt, traceparent }: Told, records: Prisma.Sql) => Prisma.sql`
    INSERT INTO events (workspace_id, kind, data, created_at${column(traceparent)})
    SELECT ${workspaceId}, ${kind}, json::json, ${happenedAt}${value(traceparent)} FROM ${records}`

const insertChanges = (workspaceId: number, { kind, happenedAt, traceparent }: Told, records: Prisma.Sql) => Prisma.sql`
    INSERT INTO events (workspace_id, kind, data, previous, created_at${column(traceparent)})
    SELECT ${workspaceId}, ${kind}, json::json, previous::json, ${happenedAt}${column(traceparent)}
    FROM (SELECT json, ${previous} AS previous${value(traceparent)}${traceparent ? Prisma.sql` AS traceparent` : Prisma.empty}
          FROM ${records}) AS change WHERE previous IS NOT NULL`

// Nothing of it in the statements of those who trace nothing.
const column = (traceparent: Prisma.Sql | undefined) => (traceparent ? Prisma.sql`, traceparent` : Prisma.empty)
const value = (traceparent: Prisma.Sql | undefined) => (traceparent ? Prisma.sql`, ${traceparent}` : Prisma.empty)

/** The members of `before` that `json` has otherwise, byte for byte; null when there are none. */
const previous = Prisma.sql`(
  SELECT '{' || string_agg(to_json(was.name)::text || ':' || was.value::text, ',' ORDER BY was.place) || '}'
  FROM json_each(before::json) WITH ORDINALITY AS was (name, value, place)
  JOIN json_each(json::json) AS is_now (name, value) ON is_now.name = was.name
  -- That one moves with every change.
  WHERE was.name <> 'updated_at' AND was.value::jsonb <> is_now.value::jsonb)`

/** Records an event for one endpoint only, subscribed or not, switched on or not. */
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
    SELECT ${tx.workspaceId}, ${endpointId}, id, ${kind}, clock_timestamp(), ${happenedAt} FROM event`
}
