import type { Sql } from '@matterbase/db'
import { float, int, list, Prisma, texts } from '@matterbase/db'

export const missingWorkspace = (workspaceId: number) => new Error(`Workspace ${workspaceId} does not exist`)

/** date_trunc, because a cast to timestamptz(3) rounds and would stamp rows with a moment to come. */
const nextStamp = Prisma.sql`greatest(date_trunc('milliseconds', clock_timestamp()), change_clock + interval '1 ms')`

const clockColumns = { ms: float, subscribed: texts }

/**
 * Takes the workspace for this transaction, together with the one stamp that most writes need and who is to be told:
 * of the row, and not of its endpoints, since this statement may have waited for one that has just come.
 */
export async function stepClock(sql: Sql, workspaceId: number) {
  const [clock] = await sql.rows(clockColumns)`
    UPDATE workspaces SET change_clock = ${nextStamp} WHERE id = ${workspaceId}
    RETURNING (extract(epoch FROM change_clock) * 1000)::float8 AS ms, subscribed_events AS subscribed`
  if (!clock) throw missingWorkspace(workspaceId)
  return { first: clock.ms, subscribed: clock.subscribed }
}

/** By workspace: the stamp that comes next, and who is to be told. */
export type Clocks = ReadonlyMap<number, { readonly ms: number; readonly subscribed: readonly string[] }>

/** Takes several workspaces, and leaves their clocks as they are. */
export async function takeClocks(sql: Sql, workspaceIds: readonly number[]): Promise<Clocks> {
  const clocks = await sql.rows({ id: int, ...clockColumns })`
    SELECT id, (extract(epoch FROM ${nextStamp}) * 1000)::float8 AS ms, subscribed_events AS subscribed
    FROM workspaces WHERE id = ANY (${list(workspaceIds, 'int')}) ORDER BY id FOR NO KEY UPDATE`
  return new Map(clocks.map((clock) => [clock.id, clock]))
}

export async function setClocks(sql: Sql, clocks: ReadonlyMap<number, number>) {
  const stamps = [...clocks.values()].map((ms) => new Date(ms).toISOString())
  await sql.run`
    UPDATE workspaces SET change_clock = stamp::timestamptz
    FROM unnest(${list([...clocks.keys()], 'int')}, ${list(stamps, 'text')}) AS moved (workspace_id, stamp)
    WHERE id = workspace_id`
}

/** Takes the workspace, for statements that go out with this one and have its stamps by `clockOf`. */
export async function takeWorkspace(sql: Sql, workspaceId: number): Promise<void> {
  const found = await sql.run`SELECT FROM workspaces WHERE id = ${workspaceId} FOR NO KEY UPDATE`
  if (found === 0) throw missingWorkspace(workspaceId)
}

/** Rows of a workspace that is taken, in the order of their stamps. No other one of a statement is of the same workspace. */
export interface Stamped {
  readonly workspaceId: number
  readonly records: readonly unknown[]
}

/**
 * A part of WITH, `clock`: the workspaces of these rows, each with its next stamp as `first`, and how many rows stand
 * `before` its own.
 */
export function clockOf(lots: readonly Stamped[]): Prisma.Sql {
  let count = 0
  const before = lots.map(({ records }) => (count += records.length) - records.length)
  const workspaces = list(
    lots.map(({ workspaceId }) => workspaceId),
    'int',
  )
  return Prisma.sql`clock AS MATERIALIZED (
    SELECT id AS clock_workspace, before, ${nextStamp} AS first, subscribed_events
    FROM unnest(${workspaces}, ${list(before, 'int')}) AS lot (lot_workspace, before) JOIN workspaces ON id = lot_workspace
  )`
}

/** The stamp of a row of `clock`, by its `place` among all, from 1 on. */
export const stampOf = Prisma.sql`first + (place - before - 1) * interval '1 ms'`

/** A part of WITH that sets the clocks of workspaces to the last `stamp` of what was written there. */
export const moveClocks = (written: Prisma.Sql) => Prisma.sql`moved AS (
    UPDATE workspaces SET change_clock = last
    FROM (SELECT workspace_id AS moved_workspace, max(stamp) AS last FROM ${written} GROUP BY workspace_id) AS latest
    WHERE id = moved_workspace
  )`
