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

/** The same of several workspaces, whose clocks it leaves as they are. */
export async function takeClocks(sql: Sql, workspaceIds: readonly number[]) {
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

/** Takes the workspace together with so many stamps, which later statements of the transaction have by `stampBack`. */
export const takeStamps = (sql: Sql, workspaceId: number, count: number): Promise<unknown> =>
  sql.run`UPDATE workspaces SET change_clock = ${nextStamp} + ${count - 1}::int * interval '1 ms' WHERE id = ${workspaceId}`

/** The stamp that is so many before the last one that `takeStamps` took. */
export const stampBack = (workspaceId: number, back: Prisma.Sql) =>
  Prisma.sql`((SELECT change_clock FROM workspaces WHERE id = ${workspaceId}) - ${back} * interval '1 ms')`
