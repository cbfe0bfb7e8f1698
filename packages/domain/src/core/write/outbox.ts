import { list, Prisma } from '@matterbase/db'
import { eventFacts } from '@matterbase/schemas'
import type { EventKind } from '@matterbase/schemas'
import { currentMillisecond, placeOf } from './clock.ts'
import type { Stamped } from './clock.ts'
import type { Tx } from './transaction.ts'

/** The workspaces and the kind of the events that a statement records with its records. */
export interface Outbox {
  readonly kind: EventKind
  /** A query of `event_workspace` and `happened_at`. */
  readonly workspaces: Prisma.Sql
  /** An array of the same workspaces. */
  readonly workspaceIds: Prisma.Sql
  /** An expression for the traceparent of each record. */
  readonly traceparent?: Prisma.Sql | undefined
}

/** Rows of a workspace whose events a statement records. */
export interface Traced extends Stamped {
  /** The kinds of event that an endpoint subscribes to. Default: the statement looks for itself. */
  readonly subscribed?: readonly string[] | undefined
  /** The step of a trace that each row belongs to. */
  readonly traceparents?: readonly (string | undefined)[] | undefined
}

/** Events beyond those of the specification are recorded for subscribers only. */
const isRecorded = (kind: EventKind, subscribed: readonly string[] | undefined) =>
  !eventFacts[kind].isOptIn || subscribed === undefined || subscribed.includes(kind)

/** The outbox of an event of one workspace. Undefined where no endpoint subscribes to an event that needs one. */
export function outboxOf(
  { workspaceId, subscribed, now, traceparent }: Tx,
  kind: EventKind,
  happenedAt: Date = now,
): Outbox | undefined {
  if (!isRecorded(kind, subscribed)) return undefined
  return {
    kind,
    workspaces: Prisma.sql`SELECT ${workspaceId}::int AS event_workspace, ${happenedAt}::timestamptz AS happened_at`,
    workspaceIds: list([workspaceId], 'int'),
    traceparent: traceparent === undefined ? undefined : Prisma.sql`${traceparent}::text`,
  }
}

/** The outbox of rows that are stamped by the `clock` of their statement. */
export function outboxOfRows(kind: EventKind, groups: readonly Traced[]): Outbox | undefined {
  if (!groups.some(({ subscribed }) => isRecorded(kind, subscribed))) return undefined
  const isSubscribed = eventFacts[kind].isOptIn ? Prisma.sql`${kind} = ANY (subscribed_events)` : Prisma.sql`true`
  return {
    kind,
    workspaces: Prisma.sql`SELECT clock_workspace AS event_workspace, first AS happened_at, first FROM clock WHERE ${isSubscribed}`,
    workspaceIds: list(
      groups.map(({ workspaceId }) => workspaceId),
      'int',
    ),
    traceparent: traceparentOf(groups),
  }
}

/** Rows of one statement belong to traces of their own. */
function traceparentOf(groups: readonly Traced[]): Prisma.Sql | undefined {
  const traced = groups.flatMap(({ workspaceId, traceparents = [] }) =>
    traceparents.flatMap((parent, place) => (parent === undefined ? [] : [{ workspaceId, place, parent }])),
  )
  const [first] = traced
  if (!first) return undefined
  const count = groups.reduce((sum, { records }) => sum + records.length, 0)
  if (traced.length === count && traced.every(({ parent }) => parent === first.parent))
    return Prisma.sql`${first.parent}::text`
  const workspaces = list(
    traced.map(({ workspaceId }) => workspaceId),
    'int',
  )
  const places = list(
    traced.map(({ place }) => place),
    'int',
  )
  const parents = list(
    traced.map(({ parent }) => parent),
    'text',
  )
  return Prisma.sql`(
    SELECT parent FROM unnest(${workspaces}, ${places}, ${parents}) AS traced (traced_workspace, traced_place, parent)
    WHERE traced_workspace = workspace_id AND traced_place = ${placeOf})`
}

/**
 * Parts of WITH that record the events of a statement's records, and a delivery of each to every endpoint of the workspace
 * that subscribes to it: neither is ever there without the other. A disabled endpoint gets its deliveries too, held until it
 * is enabled again.
 *
 * @param records have each record as `json`, its `workspace_id` and, for an event that has former values, the former
 * `json` as `before`. Records of other workspaces have no events.
 */
export function eventsOf({ kind, workspaces, workspaceIds, traceparent }: Outbox, records: Prisma.Sql): Prisma.Sql {
  const insert = eventFacts[kind].hasPrevious ? insertChanges : insertEvents
  return Prisma.sql`
  recipient AS MATERIALIZED (${workspaces}
  ), event AS (
    ${insert(kind, records, traceparent)}
    RETURNING workspace_id, id, created_at
  ), listener AS MATERIALIZED (
    SELECT workspace_id, id, is_active FROM webhook_endpoints
    WHERE workspace_id = ANY (${workspaceIds}) AND deleted_at IS NULL AND ${kind} = ANY (events)
  ), delivery AS (
    INSERT INTO webhook_deliveries (workspace_id, endpoint_id, event_id, kind, status, next_attempt_at, created_at)
    SELECT event.workspace_id, listener.id, event.id, ${kind}, CASE WHEN listener.is_active THEN 'pending' ELSE 'held' END,
           ${currentMillisecond}, event.created_at
    FROM event JOIN listener ON listener.workspace_id = event.workspace_id
  )`
}

const insertEvents = (kind: EventKind, records: Prisma.Sql, traceparent: Prisma.Sql | undefined) => Prisma.sql`
    INSERT INTO events (workspace_id, kind, data, created_at${column(traceparent)})
    SELECT workspace_id, ${kind}, json::json, happened_at${value(traceparent)}
    FROM ${records} JOIN recipient ON event_workspace = workspace_id`

// Without OFFSET PostgreSQL would compute `previous` twice: to compare it with null, and to insert it.
const insertChanges = (kind: EventKind, records: Prisma.Sql, traceparent: Prisma.Sql | undefined) => Prisma.sql`
    INSERT INTO events (workspace_id, kind, data, previous, created_at${column(traceparent)})
    SELECT workspace_id, ${kind}, json::json, previous::json, happened_at${column(traceparent)}
    FROM (SELECT workspace_id, json, ${previous} AS previous, happened_at${value(traceparent)}${traceparent ? Prisma.sql` AS traceparent` : Prisma.empty}
          FROM ${records} JOIN recipient ON event_workspace = workspace_id OFFSET 0) AS change WHERE previous IS NOT NULL`

// A statement without traces is a shorter one.
const column = (traceparent: Prisma.Sql | undefined) => (traceparent ? Prisma.sql`, traceparent` : Prisma.empty)
const value = (traceparent: Prisma.Sql | undefined) => (traceparent ? Prisma.sql`, ${traceparent}` : Prisma.empty)

/** The fields whose former value is that of the changed keys, null for a key that is new. */
const maps = list(['metadata', 'custom_fields'], 'text')

const previousOfMap = Prisma.sql`(
  SELECT '{' || string_agg(to_json(key)::text || ':' || coalesce(former.value::text, 'null'), ',' ORDER BY key) || '}'
  FROM json_each(was.value) AS former FULL JOIN json_each(is_now.value) AS latter USING (key)
  WHERE former.value::jsonb IS DISTINCT FROM latter.value::jsonb)`

/**
 * The fields of `before` that have another value in `json`, byte for byte. Null where none has. Without `before`, something
 * changed that the record does not show.
 */
const previous = Prisma.sql`CASE WHEN before IS NULL THEN '{}' ELSE (
  SELECT '{' || string_agg(to_json(was.name)::text || ':' || CASE WHEN was.name = ANY (${maps}) THEN ${previousOfMap} ELSE was.value::text END, ',' ORDER BY was.place) || '}'
  FROM json_each(before::json) WITH ORDINALITY AS was (name, value, place)
  JOIN json_each(json::json) AS is_now (name, value) ON is_now.name = was.name
  -- These move with every change.
  WHERE was.name NOT IN ('updated_at', 'etag') AND was.value::jsonb <> is_now.value::jsonb) END`
