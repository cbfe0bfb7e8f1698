import { bool, filled, rawJson } from '@matterbase/db'
import { records } from '@matterbase/domain'
import type { DashContract, Input } from '@matterbase/schemas'
import { validationFailed } from '../../../http/errors/api-error.ts'
import type { Context } from '../../../http/operations/context.ts'

const mostEntries = 2000
const mostBytes = 4 * 1024 * 1024
const mostDays = 62
const { json } = records.timeEntries.table

/** The entries of a span of time, in its order, with the titles of their matters. */
export async function timeSheet({ query }: Input<DashContract['timer']['sheet']>, { caller, sql }: Context) {
  const { from, to, user_id: user } = query
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000
  if (!(days > 0 && days <= mostDays))
    throw validationFailed([{ field: 'to', code: 'out_of_range', message: `must be 0 to ${mostDays} days after from` }])
  // PostgreSQL decides by lengths what fits, so that no larger text is ever sent.
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
            WHERE time_entries.workspace_id = ${caller.workspaceId} AND deleted_at IS NULL
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
