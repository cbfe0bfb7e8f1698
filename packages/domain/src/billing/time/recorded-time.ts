import { float, int, isoText, Prisma, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { ofMatterOrClient } from '../work/of-matter-or-client.ts'
import type { MatterOrClient } from '../work/of-matter-or-client.ts'

const mostMatters = 5

interface MemberSpan {
  readonly since: string
  readonly until: string
  readonly userId: string | undefined
}

/** In an account with one member, time without a member is that member's. */
const isOnlyMember = (workspaceId: number) => Prisma.sql`1 = (
  SELECT count(*) FROM memberships WHERE owner_uuid = (SELECT owner_uuid FROM workspaces WHERE id = ${workspaceId}))`

/** The time that a member recorded in a span of time, such as today. */
export async function timeRecorded(sql: Sql, workspaceId: number, { since, until, userId }: MemberSpan) {
  const [row] = await sql.rows({ entries: int, hours: float })`
    SELECT count(*)::int AS entries, coalesce(sum(duration), 0)::float8 AS hours FROM time_entries
    WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL AND (user_id = ${userId ?? null}::text::uuid OR ${isOnlyMember(workspaceId)})
      AND coalesce(start_time, created_at) >= ${since}::text::timestamptz AND coalesce(start_time, created_at) < ${until}::text::timestamptz`
  return row ?? { entries: 0, hours: 0 }
}

/** Matters opened or changed since a moment without time recorded since, and without a running timer. */
export async function mattersWithoutTime(sql: Sql, workspaceId: number, since: string) {
  return sql.rows({ id: float, title: text, updated_at: text })`
    SELECT id::float8 AS id, title, ${isoText('updated_at')} AS updated_at FROM matters
    WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL AND updated_at >= ${since}::text::timestamptz
      AND NOT EXISTS (
        SELECT FROM time_entries AS entry WHERE entry.workspace_id = matters.workspace_id AND entry.case_id = matters.id
          AND entry.deleted_at IS NULL AND coalesce(entry.start_time, entry.created_at) >= ${since}::text::timestamptz)
      AND NOT EXISTS (SELECT FROM timers WHERE timers.workspace_id = matters.workspace_id AND timers.case_id = matters.id)
    ORDER BY matters.updated_at DESC LIMIT ${mostMatters}`
}

/** The hours of a matter or client, or of the whole workspace. */
export async function hoursRecorded(sql: Sql, workspaceId: number, of: MatterOrClient): Promise<number> {
  const [row] = await sql.rows({ hours: float })`
    SELECT coalesce(sum(duration), 0)::float8 AS hours FROM time_entries
    WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL AND ${ofMatterOrClient(of, 'client_id')}`
  return row?.hours ?? 0
}
