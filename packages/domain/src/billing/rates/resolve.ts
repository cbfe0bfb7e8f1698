import { bigint, float, list, orNull, Prisma, text } from '@matterbase/db'
import { clientOfWork } from '../work/client-of-work.ts'
import { timeTable } from '../work/work-tables.ts'
import type { Tx } from '../../core/write/transaction.ts'
import { columnsOfRate } from './rate-of-time.ts'

// The batch limits how long other writes of the workspace wait.
const batch = 5_000

/** Which unbilled work: that with these ids, or that of these matters. */
export type WhichWork = { readonly ids: readonly number[] } | { readonly matters: readonly number[] }

/**
 * Gives time that is not billed the client, rate and hours that it has by now; each entry that changes has a stamp of its own.
 *
 * @param which the entries that are looked at. Default: all of the workspace, which keep their clients.
 */
export async function renewTime(tx: Tx, which?: WhichWork): Promise<void> {
  for (let after = 0n; ;) {
    const changed = await staleEntries(tx, after, which)
    await timeTable.setColumns(
      tx,
      ['client_id', ...columnsOfRate],
      changed.map(({ id, client_id: client, ...rate }) => ({
        id: Number(id),
        client_id: client === null ? null : Number(client),
        ...rate,
      })),
      'time_entry.updated',
    )
    const last = changed.at(-1)
    if (!last || changed.length < batch) return
    after = last.id
  }
}

/** For a statement about rows called `work`. */
export function isAmong(which: WhichWork | undefined): Prisma.Sql {
  if (which === undefined) return Prisma.empty
  return 'ids' in which
    ? Prisma.sql`AND work.id = ANY (${list(which.ids, 'bigint')})`
    : Prisma.sql`AND work.case_id = ANY (${list(which.matters, 'bigint')})`
}

const staleEntries = ({ sql, workspaceId }: Tx, after: bigint, which: WhichWork | undefined) =>
  sql.rows({
    id: bigint,
    client_id: orNull(bigint),
    billing_rate: orNull(float),
    rate_source: orNull(text),
    billed_hours: orNull(float),
  })`
    SELECT id, client_id, billing_rate::float8 AS billing_rate, rate_source, billed_hours::float8 AS billed_hours FROM (
      SELECT work.id, whose.client_id, coalesce(typed, rate.amount) AS billing_rate,
             CASE WHEN typed IS NULL THEN rate.source ELSE 'entry' END AS rate_source,
             rounded_hours(work.duration, firm.step) AS billed_hours, work.client_id AS old_client,
             work.billing_rate AS old_rate, work.rate_source AS old_source, work.billed_hours AS old_hours
      FROM time_entries AS work
      CROSS JOIN (SELECT (SELECT increment_minutes FROM firm_profiles WHERE workspace_id = ${workspaceId}) AS step) AS firm
      CROSS JOIN LATERAL (SELECT coalesce(work.hourly_rate, work.rate) AS typed) AS said
      CROSS JOIN LATERAL (SELECT ${which ? clientOfWork(workspaceId) : Prisma.sql`work.client_id`} AS client_id) AS whose
      LEFT JOIN LATERAL rate_of(${workspaceId}::int, work.user_id, work.case_id, whose.client_id,
        firm_day(${workspaceId}::int, coalesce(work.start_time, work.created_at))) AS rate ON typed IS NULL
      WHERE work.workspace_id = ${workspaceId} AND work.status = 'pending' AND work.deleted_at IS NULL AND work.id > ${after}
        ${isAmong(which)}
    ) AS found
    WHERE (client_id, billing_rate, rate_source, billed_hours) IS DISTINCT FROM (old_client, old_rate, old_source, old_hours)
    ORDER BY found.id LIMIT ${Prisma.raw(String(batch))}`
