import { float, int, isoText, oneOf, orNull, Prisma, text } from '@matterbase/db'
import type { Db, Sql } from '@matterbase/db'
import { recordContracts } from '@matterbase/schemas'
import { titleOf } from '../../core/records/title.ts'
import { isToCheck, workTableNames, workToCheck } from './work-to-check.ts'

const mostListed = 20

const nameOf = (workspaceId: number, id: Prisma.Sql) => Prisma.sql`
  (SELECT ${titleOf(recordContracts.clients)} FROM clients WHERE clients.workspace_id = ${workspaceId} AND clients.id = ${id})`

/** Unbilled work of an earlier version that a person has to check, the oldest first, and how much of it there is. */
export async function listWorkToCheck(sql: Sql, workspaceId: number) {
  const [workspace] = await sql.rows({ id: int })`
    SELECT id FROM workspaces WHERE id = ${workspaceId} AND has_work_to_check`
  if (!workspace) return { count: 0, data: [] }
  const parts = workTableNames.map(
    (table) => Prisma.sql`
      SELECT ${table}::text AS resource, id, case_id, client_id, matter_client, billed_on, description, created_at
      FROM ${workToCheck(table, Prisma.sql`work.workspace_id = ${workspaceId}`)} WHERE ${isToCheck}`,
  )
  const rows = await sql.rows({
    resource: oneOf(workTableNames),
    id: float,
    description: orNull(text),
    created_at: text,
    case_id: orNull(float),
    matter_title: orNull(text),
    client_name: orNull(text),
    matter_client_name: orNull(text),
    invoice_id: orNull(float),
    count: int,
  })`
    SELECT resource, id::float8 AS id, description, ${isoText('created_at')} AS created_at, case_id::float8 AS case_id,
           (SELECT ${titleOf(recordContracts.matters)} FROM matters
            WHERE matters.workspace_id = ${workspaceId} AND matters.id = work.case_id) AS matter_title,
           ${nameOf(workspaceId, Prisma.sql`work.client_id`)} AS client_name,
           ${nameOf(workspaceId, Prisma.sql`work.matter_client`)} AS matter_client_name,
           billed_on::float8 AS invoice_id, (count(*) OVER ())::int AS count
    FROM (${Prisma.join(parts, ' UNION ALL ')}) AS work
    ORDER BY work.created_at, work.resource, work.id LIMIT ${mostListed}`
  return { count: rows[0]?.count ?? 0, data: rows.map(({ count: _count, ...work }) => work) }
}

/** Unbilled work to check in all workspaces. */
export async function countWorkToCheck(db: Db): Promise<{ time_entries: number; expenses: number }> {
  const flagged = Prisma.sql`work.workspace_id IN (SELECT id FROM workspaces WHERE has_work_to_check)`
  const [row] = await db.rows({ time_entries: int, expenses: int })`
    SELECT (SELECT count(*)::int FROM ${workToCheck('time_entries', flagged)} WHERE ${isToCheck}) AS time_entries,
           (SELECT count(*)::int FROM ${workToCheck('expenses', flagged)} WHERE ${isToCheck}) AS expenses`
  return row ?? { time_entries: 0, expenses: 0 }
}
