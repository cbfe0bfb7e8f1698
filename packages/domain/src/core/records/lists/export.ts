import { bigint, identifier, int, isoText, orNull, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { epochOf, requireEpoch } from './epoch.ts'
import type { RecordListOptions } from './record-list.ts'

/** All records of a workspace. */
export interface Exported {
  /** The sync epoch that they belong to. */
  readonly epoch: string
  /** The last change that they have: a list of what changed since answers all that are missing. */
  readonly updatedSince: string
  /** A record each, some at a time, and at the end how many they were. */
  readonly lines: AsyncGenerator<string, void>
}

type Source = Omit<RecordListOptions, 'filters'>

/** As many as the largest page of a list. */
const atOnce = 200
/** Fewer are read at once when they are large. */
const bytesAtOnce = 1024 * 1024

/**
 * @param sql of a snapshot: the clock and all records are then of one moment.
 * @param ofCopy the sync epoch that the reader has.
 * @throws RefusedError sync_reset when the workspace has another one.
 */
export async function exportRecords(
  sql: Sql,
  workspaceId: number,
  source: Source,
  ofCopy: string | undefined,
): Promise<Exported> {
  const [end] = await sql.rows({ updated_since: text, epoch: text })`
    SELECT ${isoText('change_clock')} AS updated_since, ${epochOf} AS epoch FROM workspaces AS workspace WHERE id = ${workspaceId}`
  if (!end) throw new Error(`Workspace ${workspaceId} does not exist`)
  requireEpoch(end.epoch, ofCopy)
  return { epoch: end.epoch, updatedSince: end.updated_since, lines: linesOf(sql, workspaceId, source, end) }
}

async function* linesOf(sql: Sql, workspaceId: number, { table, json, id = 'id' }: Source, end: object) {
  let count = 0
  let after = 0n
  for (let isMore = true; isMore;) {
    // JSON as PostgreSQL writes it is one line.
    const [rows] = await sql.rows({ found: int, taken: int, data: orNull(text), last: orNull(bigint) })`
      SELECT count(*)::int AS found, (count(*) FILTER (WHERE fits))::int AS taken, string_agg(json, E'\\n') FILTER (WHERE fits) AS data,
             max(row_id) FILTER (WHERE fits) AS last
      FROM (
        SELECT row_id, json, place = 1 OR bytes <= ${bytesAtOnce} AS fits FROM (
          SELECT row_id, json, row_number() OVER so_far AS place, sum(octet_length(json) + 1) OVER so_far AS bytes FROM (
            SELECT ${identifier(id)} AS row_id, ${json} AS json FROM (
              SELECT * FROM ${table} WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL AND ${identifier(id)} > ${after}
              ORDER BY ${identifier(id)} LIMIT ${atOnce}
            ) AS page OFFSET 0
          ) AS written WINDOW so_far AS (ROWS UNBOUNDED PRECEDING)
        ) AS measured
      ) AS ordered`
    const { found, taken, data, last } = rows ?? { found: 0, taken: 0, data: null, last: null }
    isMore = found === atOnce || taken < found
    after = last ?? after
    count += taken
    if (data) yield `${data}\n`
  }
  yield `${JSON.stringify({ _export: { count, ...end } })}\n`
}
