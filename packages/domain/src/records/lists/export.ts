import { bigint, identifier, int, isoText, orNull, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import type { RecordListOptions } from './record-list.ts'

/** All records of a workspace. */
export interface Exported {
  /** The last change that they have: a list of what changed since answers all that are missing. */
  readonly updatedSince: string
  /** A record each, some at a time, and at the end how many they were. */
  readonly lines: AsyncGenerator<string, void>
}

type Source = Omit<RecordListOptions, 'filters'>

/** As many as the largest page of a list: what is held in memory is no more. */
const atOnce = 200

/** @param sql of a snapshot: the clock and all records are then of one moment. */
export async function exportRecords(sql: Sql, workspaceId: number, source: Source): Promise<Exported> {
  const [workspace] = await sql.rows({ updated_since: text })`
    SELECT ${isoText('change_clock')} AS updated_since FROM workspaces WHERE id = ${workspaceId}`
  if (!workspace) throw new Error(`Workspace ${workspaceId} does not exist`)
  const { updated_since: updatedSince } = workspace
  return { updatedSince, lines: linesOf(sql, workspaceId, source, updatedSince) }
}

async function* linesOf(sql: Sql, workspaceId: number, { table, json, id = 'id' }: Source, updatedSince: string) {
  let count = 0
  let after = 0n
  for (let found = atOnce; found === atOnce; count += found) {
    // JSON as PostgreSQL writes it is one line.
    const [rows] = await sql.rows({ found: int, data: orNull(text), last: orNull(bigint) })`
      SELECT count(*)::int AS found, string_agg(json, E'\\n') AS data, max(row_id) AS last FROM (
        SELECT ${identifier(id)} AS row_id, ${json} AS json FROM (
          SELECT * FROM ${table} WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL AND ${identifier(id)} > ${after}
          ORDER BY ${identifier(id)} LIMIT ${atOnce}
        ) AS page
      ) AS ordered`
    found = rows?.found ?? 0
    after = rows?.last ?? after
    if (rows?.data) yield `${rows.data}\n`
  }
  yield `${JSON.stringify({ _export: { count, updated_since: updatedSince } })}\n`
}
