import { orNull, text } from '@matterbase/db'
import { records } from '@matterbase/domain'
import type { DashContract, Input } from '@matterbase/schemas'
import { validationFailed } from '../../http/errors/api-error.ts'
import type { Context } from '../../http/operations/context.ts'
import { RawJson } from '../../http/answer/raw-json.ts'

const mostEntries = 2000
const mostDays = 62
const { json } = records.timeEntries.table

/** The entries of a span of time, in its order, with the titles of their matters. */
export async function timeSheet({ query }: Input<DashContract['timer']['sheet']>, { caller, sql }: Context) {
  const { from, to } = query
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000
  if (!(days > 0 && days <= mostDays))
    throw validationFailed([{ field: 'to', code: 'out_of_range', message: `must be 0 to ${mostDays} days after from` }])
  const found = await sql.rows({ json: text, title: orNull(text) })`
    SELECT ${json} AS json, title FROM (
      SELECT time_entries.*, matter.title, coalesce(start_time, time_entries.created_at) AS counted_at FROM time_entries
      LEFT JOIN (SELECT workspace_id, id, title FROM matters WHERE deleted_at IS NULL) AS matter
        ON matter.workspace_id = time_entries.workspace_id AND matter.id = case_id
      WHERE time_entries.workspace_id = ${caller.workspaceId} AND deleted_at IS NULL
        AND coalesce(start_time, time_entries.created_at) >= ${from}::text::timestamptz
        AND coalesce(start_time, time_entries.created_at) < ${to}::text::timestamptz
      ORDER BY counted_at, time_entries.id LIMIT ${mostEntries + 1}
    ) AS entry ORDER BY counted_at, id`
  const rows = found
    .slice(0, mostEntries)
    .map((row) => `${row.json.slice(0, -1)},"case_title":${JSON.stringify(row.title)}}`)
  return { data: new RawJson(`[${rows.join(',')}]`), is_cut: found.length > mostEntries }
}
