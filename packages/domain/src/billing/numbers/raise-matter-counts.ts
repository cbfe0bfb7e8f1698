import { bigint, filled, int, Prisma, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { parsePattern } from '../../core/numbers/number-pattern.ts'

/**
 * Raises the counts of matter numbers in all workspaces after a restore, because the numbers after those of the backup
 * were probably given out. A count that the backup lacks begins after the highest number of its pattern.
 *
 * @param gap the counts to leave out.
 */
export async function raiseMatterCounts(sql: Sql, gap: number): Promise<void> {
  await sql.run`UPDATE matter_number_counts SET last = last + ${gap}::int`
  const workspaces = await sql.rows({ id: int, pattern: filled(text) })`
    SELECT id, matter_numbers AS pattern FROM workspaces WHERE matter_numbers IS NOT NULL ORDER BY id`
  for (const { id, pattern } of workspaces) await beginCounts(sql, id, pattern, gap)
}

async function beginCounts(sql: Sql, workspaceId: number, pattern: string, gap: number): Promise<void> {
  const { before, after, isByYear, isByClient } = parsePattern(pattern)
  const clients = isByClient
    ? Prisma.sql`SELECT '0' AS client UNION ALL SELECT id::text FROM clients WHERE workspace_id = ${workspaceId}`
    : Prisma.sql`SELECT '' AS client`
  await sql.rows({ last: bigint })`
    WITH dated AS MATERIALIZED (
      SELECT ${filledIn(before)} AS before, ${filledIn(after)} AS after,
             CASE WHEN ${isByYear} THEN year ELSE '' END || CASE WHEN ${isByClient} THEN '/' || client ELSE '' END AS counted
      FROM (SELECT to_char(firm_day(${workspaceId}::int, now()), 'YYYY') AS year) AS today, (${clients}) AS own
    )
    INSERT INTO matter_number_counts (workspace_id, counted, last)
    SELECT ${workspaceId}, counted, ${gap}::int + coalesce((
      SELECT max(substr(number, length(before) + 1, length(number) - length(before) - length(after))::bigint)
      FROM matters WHERE workspace_id = ${workspaceId} AND number >= before AND number < before || chr(1114111)
        AND right(number, length(after)) = after
        AND substr(number, length(before) + 1, greatest(length(number) - length(before) - length(after), 0)) ~ '^[0-9]{1,12}$'), 0)
    FROM dated ON CONFLICT (workspace_id, counted) DO NOTHING
    RETURNING last`
}

const filledIn = (part: string) =>
  Prisma.sql`replace(replace(replace(${part}::text, '{yyyy}', year), '{yy}', right(year, 2)), '{client}', client)`
