import { list, Prisma } from '@matterbase/db'
import { eventFacts } from '@matterbase/schemas'
import type { EventKind } from '@matterbase/schemas'
import type { Tx } from './write.ts'

interface Traced {
  readonly workspaceId: number
  /** The step of a trace that what happens there belongs to; undefined where nothing is traced. */
  readonly traceparent?: string | undefined
}

/** Events of a workspace that are recorded with what a statement writes. */
export interface Told extends Traced {
  readonly kind: EventKind
  readonly happenedAt: Date
}

/** Undefined where nobody is to be told: events beyond those of the specification are recorded for subscribers only. */
export const toldOf = ({ workspaceId, subscribed, now, traceparent }: Tx, kind: EventKind): Told | undefined =>
  eventFacts[kind].isOptIn && !subscribed.includes(kind)
    ? undefined
    : { workspaceId, kind, happenedAt: now, traceparent }

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
  const records = Prisma.sql`(SELECT ${tx.workspaceId}::int AS workspace_id, json FROM unnest(${list(data, 'text')}) AS given (json)) AS record`
  await tx.sql.run`WITH ${eventsOf(kind, [{ ...told, happenedAt }], records)} SELECT`
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
  if (!toldOf(tx, kind)) return change()
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
export async function recordChange(
  tx: Tx,
  kind: EventKind,
  { before, json }: { readonly before: string; readonly json: string },
): Promise<void> {
  const told = toldOf(tx, kind)
  if (!told) return
  const records = Prisma.sql`(SELECT ${tx.workspaceId}::int AS workspace_id, ${json}::text AS json, ${before}::text AS before) AS record`
  await tx.sql.run`WITH ${eventsOf(kind, [told], records)} SELECT`
}

/**
 * The same as parts of a statement's WITH, for workspaces that are told of one kind of event.
 *
 * @param records what has each record as `json`, its `workspace_id` and, for events that tell of a change, as `before`
 * what it was. Those of other workspaces are told to nobody.
 * @param traceparent of each record, an expression, where those of a workspace differ.
 */
export function eventsOf(
  kind: EventKind,
  told: readonly Told[],
  records: Prisma.Sql,
  traceparent: Prisma.Sql | undefined = traceparentOf(told),
): Prisma.Sql {
  const workspaces = list(
    told.map(({ workspaceId }) => workspaceId),
    'int',
  )
  const moments = list(
    told.map(({ happenedAt }) => happenedAt.toISOString()),
    'text',
  )
  const given = Prisma.sql`
    SELECT told_workspace, moment::timestamptz AS happened_at FROM unnest(${workspaces}, ${moments}) AS told (told_workspace, moment)`
  return eventsFor(kind, { workspaces, told: given }, records, traceparent)
}

/** The same where nothing is known of the workspaces: who is told, and when it happened, is what `clock` says of them. */
export function blindEventsOf(kind: EventKind, workspaces: readonly Traced[], records: Prisma.Sql): Prisma.Sql {
  const isTold = eventFacts[kind].isOptIn ? Prisma.sql`${kind} = ANY (subscribed_events)` : Prisma.sql`true`
  const told = Prisma.sql`SELECT clock_workspace AS told_workspace, first AS happened_at FROM clock WHERE ${isTold}`
  const ids = list(
    workspaces.map(({ workspaceId }) => workspaceId),
    'int',
  )
  return eventsFor(kind, { workspaces: ids, told }, records, traceparentOf(workspaces))
}

interface ToldWorkspaces {
  readonly workspaces: Prisma.Sql
  /** A query of them, each with the moment that its events happened at. */
  readonly told: Prisma.Sql
}

function eventsFor(
  kind: EventKind,
  { workspaces, told }: ToldWorkspaces,
  records: Prisma.Sql,
  traceparent: Prisma.Sql | undefined,
): Prisma.Sql {
  const insert = eventFacts[kind].hasPrevious ? insertChanges : insertEvents
  return Prisma.sql`
  told AS MATERIALIZED (${told}
  ), event AS (
    ${insert(kind, records, traceparent)}
    RETURNING workspace_id, id, created_at
  ), listener AS MATERIALIZED (
    SELECT workspace_id, id, is_active FROM webhook_endpoints
    WHERE workspace_id = ANY (${workspaces}) AND deleted_at IS NULL AND ${kind} = ANY (events)
  ), delivery AS (
    INSERT INTO webhook_deliveries (workspace_id, endpoint_id, event_id, kind, status, next_attempt_at, created_at)
    SELECT event.workspace_id, listener.id, event.id, ${kind}, CASE WHEN listener.is_active THEN 'pending' ELSE 'held' END,
           clock_timestamp(), event.created_at
    FROM event JOIN listener ON listener.workspace_id = event.workspace_id
  )`
}

const insertEvents = (kind: EventKind, records: Prisma.Sql, traceparent: Prisma.Sql | undefined) => Prisma.sql`
    INSERT INTO events (workspace_id, kind, data, created_at${column(traceparent)})
    SELECT workspace_id, ${kind}, json::json, happened_at${value(traceparent)}
    FROM ${records} JOIN told ON told_workspace = workspace_id`

// Without OFFSET it would be worked out once to be compared with null, and then again.
const insertChanges = (kind: EventKind, records: Prisma.Sql, traceparent: Prisma.Sql | undefined) => Prisma.sql`
    INSERT INTO events (workspace_id, kind, data, previous, created_at${column(traceparent)})
    SELECT workspace_id, ${kind}, json::json, previous::json, happened_at${column(traceparent)}
    FROM (SELECT workspace_id, json, ${previous} AS previous, happened_at${value(traceparent)}${traceparent ? Prisma.sql` AS traceparent` : Prisma.empty}
          FROM ${records} JOIN told ON told_workspace = workspace_id OFFSET 0) AS change WHERE previous IS NOT NULL`

/** That of each workspace's transaction. */
function traceparentOf(told: readonly Traced[]): Prisma.Sql | undefined {
  const traced = told.filter(({ traceparent }) => traceparent !== undefined)
  if (traced.length === 0) return undefined
  const workspaces = list(
    traced.map(({ workspaceId }) => workspaceId),
    'int',
  )
  const traceparents = list(
    traced.map(({ traceparent }) => traceparent ?? null),
    'text',
  )
  return Prisma.sql`(
    SELECT parent FROM unnest(${workspaces}, ${traceparents}) AS traced (traced_workspace, parent)
    WHERE traced_workspace = workspace_id)`
}

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
