import type { Sql } from '@matterbase/db'
import { float, int, list, orNull, Prisma, text, texts } from '@matterbase/db'

/** date_trunc, because a cast to timestamptz(3) rounds and would give a moment to come. */
export const currentMillisecond = Prisma.sql`date_trunc('milliseconds', clock_timestamp())`

const nextStamp = Prisma.sql`greatest(${currentMillisecond}, change_clock + interval '1 ms')`

export interface Clock {
  /** The next stamp. */
  readonly ms: number
  /** The kinds of event that an endpoint of the workspace subscribes to. */
  readonly subscribed: readonly string[]
  /** The pattern of matter numbers. */
  readonly matterNumbers: string | null
}

const clockColumns = { ms: float, subscribed: texts, matter_numbers: orNull(text) }

const milliseconds = (stamp: Prisma.Sql) => Prisma.sql`(extract(epoch FROM ${stamp}) * 1000)::float8`

export const missingWorkspace = (workspaceId: number) => new Error(`Workspace ${workspaceId} does not exist`)

/**
 * Locks workspaces until the end of the transaction, and reads their clocks. In the order of their IDs, so that no two
 * transactions wait for each other. The subscriptions are read from the locked row, since this statement may have waited
 * for a transaction that added one.
 *
 * @returns the clock of each workspace that exists.
 */
export async function lockWorkspaces(sql: Sql, workspaceIds: readonly number[]): Promise<ReadonlyMap<number, Clock>> {
  const clocks = await sql.rows({ id: int, ...clockColumns })`
    SELECT id, ${milliseconds(nextStamp)} AS ms, subscribed_events AS subscribed, matter_numbers
    FROM workspaces WHERE id = ANY (${list(workspaceIds, 'int')}) ORDER BY id FOR NO KEY UPDATE`
  return new Map(clocks.map(({ id, matter_numbers: matterNumbers, ...clock }) => [id, { ...clock, matterNumbers }]))
}

/** Locks a workspace and gives out one stamp, in one statement: most transactions of one workspace need no other. */
export async function stepClock(sql: Sql, workspaceId: number): Promise<Clock> {
  const [clock] = await sql.rows(clockColumns)`
    UPDATE workspaces SET change_clock = ${nextStamp} WHERE id = ${workspaceId}
    RETURNING ${milliseconds(Prisma.sql`change_clock`)} AS ms, subscribed_events AS subscribed, matter_numbers`
  if (!clock) throw missingWorkspace(workspaceId)
  const { matter_numbers: matterNumbers, ...rest } = clock
  return { ...rest, matterNumbers }
}

/** Sets the clock of a locked workspace to the last stamp that was given out. */
export async function setClock(sql: Sql, workspaceId: number, ms: number): Promise<void> {
  await sql.run`UPDATE workspaces SET change_clock = ${new Date(ms)} WHERE id = ${workspaceId}`
}

/** Rows of a locked workspace. A statement has one for each workspace. */
export interface Stamped {
  readonly workspaceId: number
  readonly records: readonly unknown[]
  /** The stamp of the first row, where the transaction gives out the stamps and sets the clock. Default: the next of the clock. */
  readonly firstStamp?: Date | undefined
}

/**
 * A part of WITH, `clock`: the workspaces of these rows, each with the stamp of its `first` row and the number of rows
 * `before` its own.
 */
export function clockOf(groups: readonly Stamped[]): Prisma.Sql {
  let count = 0
  const before = groups.map(({ records }) => (count += records.length) - records.length)
  const workspaces = list(
    groups.map(({ workspaceId }) => workspaceId),
    'int',
  )
  const stamps = list(
    groups.map(({ firstStamp }) => firstStamp ?? null),
    'timestamptz',
  )
  return Prisma.sql`clock AS MATERIALIZED (
    SELECT id AS clock_workspace, before, coalesce(given, ${nextStamp}) AS first, subscribed_events, matter_numbers
    FROM unnest(${workspaces}, ${list(before, 'int')}, ${stamps}) AS stamped (stamped_workspace, before, given)
    JOIN workspaces ON id = stamped_workspace
  )`
}

/** The stamp of a row of `clock`, by its `place` among all, from 1. */
export const stampOf = Prisma.sql`first + (place - before - 1) * interval '1 ms'`

/** The place of a written row among those of its workspace, from 0. */
export const placeOf = Prisma.sql`(extract(epoch FROM stamp - first) * 1000)::int`

/** A part of WITH that sets the clocks to the last `stamp` that was written. */
export const moveClocks = (written: Prisma.Sql) => Prisma.sql`moved AS (
    UPDATE workspaces SET change_clock = last
    FROM (SELECT workspace_id AS moved_workspace, max(stamp) AS last FROM ${written} GROUP BY workspace_id) AS latest
    WHERE id = moved_workspace
  )`
