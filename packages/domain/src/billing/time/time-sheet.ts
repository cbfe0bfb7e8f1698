import { bool, filled, rawJson } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { records } from '../work/record-kinds.ts'

const mostEntries = 2000
const mostBytes = 4 * 1024 * 1024
const { json } = records.timeEntries.table

interface SheetOf {
  /** ISO 8601. */
  readonly from: string
  readonly to: string
  /** Default: all members. */
  readonly user?: string | undefined
}

/** The time entries of a span of time in their order, each with the title of its matter, as far as they fit. */
export async function readTimeSheet(sql: Sql, workspaceId: number, { from, to, user }: SheetOf) {
  // PostgreSQL decides by lengths what fits, so that it never sends a larger string.
  const [row] = await sql.rows({ data: filled(rawJson), is_cut: filled(bool) })`
    SELECT coalesce('[' || string_agg(json, ',' ORDER BY place) FILTER (WHERE fits) || ']', '[]') AS data,
           count(*) FILTER (WHERE NOT fits) > 0 AS is_cut
    FROM (
      SELECT json, place, place <= ${mostEntries} AND bytes <= ${mostBytes} AS fits FROM (
        SELECT json, row_number() OVER so_far AS place, sum(octet_length(json) + 1) OVER so_far AS bytes FROM (
          SELECT left(${json}, -1) || ',"case_title":' || coalesce(to_json(title)::text, 'null')
            || ',"user_name":' || coalesce(to_json((SELECT name FROM users WHERE users.id = entry.user_id))::text, 'null') || '}' AS json FROM (
            SELECT time_entries.*, matter.title, coalesce(start_time, time_entries.created_at) AS counted_at FROM time_entries
            LEFT JOIN (SELECT workspace_id, id, title FROM matters WHERE deleted_at IS NULL) AS matter
              ON matter.workspace_id = time_entries.workspace_id AND matter.id = case_id
            WHERE time_entries.workspace_id = ${workspaceId} AND deleted_at IS NULL
              AND (${user ?? null}::text IS NULL OR user_id = ${user ?? null}::text::uuid)
              AND coalesce(start_time, time_entries.created_at) >= ${from}::text::timestamptz
              AND coalesce(start_time, time_entries.created_at) < ${to}::text::timestamptz
            ORDER BY counted_at, time_entries.id LIMIT ${mostEntries + 1}
          ) AS entry ORDER BY counted_at, id
        ) AS written WINDOW so_far AS (ROWS UNBOUNDED PRECEDING)
      ) AS measured
    ) AS judged`
  if (!row) throw new Error('A time sheet has no row')
  return row
}
