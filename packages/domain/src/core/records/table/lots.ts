import { int, list, Prisma, text } from '@matterbase/db'
import type { Row, Sql } from '@matterbase/db'
import type { EventKind } from '@matterbase/schemas'
import { moveClocks } from '../../tx/clock.ts'
import type { Stamped } from '../../tx/clock.ts'
import { blindEventsOf, eventsOf } from '../../tx/events.ts'
import type { Told } from '../../tx/events.ts'
import { storedRecord } from '../record.ts'
import type { StoredRecord, Values } from '../record.ts'

/** Records of one of several workspaces. */
export interface Placed<R extends Values = Values> extends Stamped {
  readonly records: readonly R[]
}

/** What is written in one of several workspaces before anything is known of it. */
export interface BlindLot extends Placed {
  /** The event that tells of each; the same kind for all workspaces. */
  readonly kind: EventKind
  /** The step of a trace that they belong to. */
  readonly traceparent?: string | undefined
}

/** What is written in one of several workspaces. */
export interface Lot<R extends Values> extends Placed<R> {
  readonly told: Told | undefined
  /** The step of a trace that each record's change belongs to, where those differ. */
  readonly traceparents?: readonly (string | undefined)[] | undefined
}

/** Makes parts of a statement's WITH that tell of its records. */
export type EventsPart = (records: Prisma.Sql) => Prisma.Sql

/** Undefined where nobody is to be told. The kind is the same for all of them. */
export function eventsOfLots(lots: readonly Lot<Values>[]): EventsPart | undefined {
  const told = lots.flatMap((lot) => lot.told ?? [])
  const [first] = told
  return first && ((records) => eventsOf(first.kind, told, records, tracedEach(lots)))
}

/** Moves the clocks as well. */
export function eventsOfBlind(lots: readonly BlindLot[]): EventsPart {
  return (records) => {
    const moved = moveClocks(records)
    const [first] = lots
    return first ? Prisma.sql`${moved}, ${blindEventsOf(first.kind, lots, records)}` : moved
  }
}

/** Those who share a transaction belong to traces of their own: each record is told apart by its workspace and stamp. */
function tracedEach(lots: readonly Lot<Values>[]): Prisma.Sql | undefined {
  const traced = lots.flatMap(({ workspaceId, records, traceparents }) =>
    records.flatMap(({ updated_at: stamp = null }, at) => {
      const parent = traceparents?.[at]
      return parent === undefined ? [] : [{ workspaceId, stamp, parent }]
    }),
  )
  if (traced.length === 0) return undefined
  const workspaces = list(
    traced.map(({ workspaceId }) => workspaceId),
    'int',
  )
  const stamps = list(
    traced.map(({ stamp }) => String(stamp)),
    'text',
  )
  const parents = list(
    traced.map(({ parent }) => parent),
    'text',
  )
  return Prisma.sql`(
    SELECT parent FROM unnest(${workspaces}, ${stamps}, ${parents}) AS traced (traced_workspace, stamped, parent)
    WHERE traced_workspace = workspace_id AND stamped::timestamptz = stamp)`
}

/**
 * What a statement answers of each workspace's records, in the order of the lots and of the stamps within them.
 * @throws Error unless it is as many as there were to be written.
 */
export async function readLots(sql: Sql, statement: Prisma.Sql, lots: readonly Placed[]): Promise<StoredRecord[][]> {
  return inLots(await sql.rows(answered)(statement), lots)
}

/** The same where a statement answers the `place` of each in its lot, from 0 on, instead of an order. */
export async function readPlaced(
  sql: Sql,
  statement: Prisma.Sql,
  lots: readonly Placed[],
): Promise<(StoredRecord | undefined)[][]> {
  const rows = await sql.rows({ ...answered, place: int })(statement)
  const byWorkspace = new Map(lots.map(({ workspaceId, records }) => [workspaceId, records.map(nothing)]))
  for (const { workspace_id: workspaceId, json, place } of rows)
    byWorkspace.get(workspaceId)?.splice(place, 1, storedRecord(json))
  return lots.map(({ workspaceId }) => byWorkspace.get(workspaceId) ?? [])
}

const nothing = (): StoredRecord | undefined => undefined

/** What `readLots` answers, with nothing in the place of records that were not written. */
export async function readSomeOfLots(
  sql: Sql,
  statement: Prisma.Sql,
  lots: readonly Lot<Values>[],
): Promise<(StoredRecord | undefined)[][]> {
  const rows = await sql.rows(answered)(statement)
  if (rows.length === lots.reduce((sum, { records }) => sum + records.length, 0)) return inLots(rows, lots)
  const written = new Map(
    rows.map(({ workspace_id: workspaceId, json }) => {
      const record = storedRecord(json)
      return [placeOf(workspaceId, record.values.updated_at), record]
    }),
  )
  return lots.map(({ workspaceId, records }) =>
    records.map(({ updated_at: stamp }) => written.get(placeOf(workspaceId, stamp))),
  )
}

const answered = { workspace_id: int, json: text }

/** No two records of a workspace have one stamp. */
const placeOf = (workspaceId: number, stamp: unknown) => `${workspaceId} ${String(stamp)}`

function inLots(rows: readonly Row<typeof answered>[], lots: readonly Placed[]): StoredRecord[][] {
  const byWorkspace = Map.groupBy(rows, (row) => row.workspace_id)
  return lots.map(({ workspaceId, records }) => {
    // A workspace that stands there twice has taken its stamps in that order, too.
    const written = byWorkspace.get(workspaceId)?.splice(0, records.length) ?? []
    if (written.length !== records.length) throw new Error('A record was not written')
    return written.map(({ json }) => storedRecord(json))
  })
}
