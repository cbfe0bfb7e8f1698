import { bigint, float, list, orNull, Prisma, text } from '@matterbase/db'
import { records } from '../records/kinds.ts'
import { toldOf } from '../tx/events.ts'
import type { Tx } from '../tx/write.ts'
import { columnsOfRate } from './rate-of-time.ts'

// In one statement, so that others need not wait long for the workspace.
const batch = 5_000

/**
 * Gives time that is not billed the rate and hours that it has by now; each entry that changes has a stamp of its own.
 *
 * @param only the entries that are looked at. Default: all of the workspace.
 */
export async function renewRates(tx: Tx, only?: readonly number[]): Promise<void> {
  const { table } = records.timeEntries
  for (let after = 0n; ;) {
    const changed = await staleEntries(tx, after, only)
    await table.setColumns(
      tx,
      columnsOfRate,
      changed.map(({ id, ...values }) => ({ id: Number(id), ...values })),
      toldOf(tx, 'time_entry.updated'),
    )
    const last = changed.at(-1)
    if (!last || changed.length < batch) return
    after = last.id
  }
}

const staleEntries = ({ sql, workspaceId }: Tx, after: bigint, only: readonly number[] | undefined) =>
  sql.rows({ id: bigint, billing_rate: orNull(float), rate_source: orNull(text), billed_hours: orNull(float) })`
    SELECT id, billing_rate::float8 AS billing_rate, rate_source, billed_hours::float8 AS billed_hours FROM (
      SELECT entry.id, coalesce(typed, rate.amount) AS billing_rate,
             CASE WHEN typed IS NULL THEN rate.source ELSE 'entry' END AS rate_source,
             rounded_hours(entry.duration, firm.step) AS billed_hours,
             entry.billing_rate AS old_rate, entry.rate_source AS old_source, entry.billed_hours AS old_hours
      FROM time_entries AS entry
      CROSS JOIN (SELECT (SELECT increment_minutes FROM firm_profiles WHERE workspace_id = ${workspaceId}) AS step) AS firm
      CROSS JOIN LATERAL (SELECT coalesce(entry.hourly_rate, entry.rate) AS typed) AS said
      LEFT JOIN LATERAL rate_of(${workspaceId}::int, entry.user_id, entry.case_id, entry.client_id,
        firm_day(${workspaceId}::int, coalesce(entry.start_time, entry.created_at))) AS rate ON typed IS NULL
      WHERE entry.workspace_id = ${workspaceId} AND entry.status = 'pending' AND entry.deleted_at IS NULL AND entry.id > ${after}
        ${only ? Prisma.sql`AND entry.id = ANY (${list(only, 'bigint')})` : Prisma.empty}
    ) AS found
    WHERE (billing_rate, rate_source, billed_hours) IS DISTINCT FROM (old_rate, old_source, old_hours)
    ORDER BY found.id LIMIT ${Prisma.raw(String(batch))}`
