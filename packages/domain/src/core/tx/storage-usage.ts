import { int, Prisma } from '@matterbase/db'
import type { Sql } from '@matterbase/db'

/** The stored data that is counted for each workspace, because it is limited. */
type Kind = 'request_log' | 'stored_answers'

export interface Quota {
  readonly rows: number
  readonly bytes: number
}

/** A pro key at its full rate stores 1,440,000 answers in 24 hours; of these, each may have 2.9 KiB on average. */
export const storedAnswersQuota: Quota = { rows: 2_000_000, bytes: 4 * 1024 ** 3 }

/**
 * A statement that adds to the counts; negative numbers subtract. It is part of the statement that changes the rows, so
 * that both always agree.
 *
 * @param changes a SELECT of workspace_id, rows and bytes.
 */
export const countUsage = (kind: Kind, changes: Prisma.Sql) => Prisma.sql`
  INSERT INTO storage_usage AS usage (workspace_id, kind, rows, bytes)
  SELECT workspace_id, ${kind}::text, sum(rows)::bigint, sum(bytes)::bigint FROM (${changes}) AS changed
  -- Always in this order: two such statements cannot wait for each other.
  GROUP BY workspace_id ORDER BY workspace_id
  ON CONFLICT (workspace_id, kind) DO UPDATE
  SET rows = greatest(usage.rows + excluded.rows, 0), bytes = greatest(usage.bytes + excluded.bytes, 0)`

/** True if a workspace, an expression, has reached its limit. */
export const isFull = (kind: Kind, workspaceId: Prisma.Sql, { rows, bytes }: Quota) => Prisma.sql`
  EXISTS (SELECT FROM storage_usage WHERE workspace_id = ${workspaceId} AND kind = ${kind}
          AND (rows >= ${rows} OR bytes >= ${bytes}))`

/** The workspaces that have more of it than they may. */
export async function overQuota(sql: Sql, kind: Kind, { rows, bytes }: Quota): Promise<number[]> {
  const found = await sql.rows({ workspace_id: int })`
    SELECT workspace_id FROM storage_usage WHERE kind = ${kind} AND (rows > ${rows} OR bytes > ${bytes}) ORDER BY workspace_id`
  return found.map((row) => row.workspace_id)
}
