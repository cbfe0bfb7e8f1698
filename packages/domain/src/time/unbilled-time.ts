import { float, int, Prisma, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { amountOfEntry, hoursOfEntry, rateOfEntry, unbilledOnly } from './unbilled.ts'

interface Whose {
  readonly client_id?: number | undefined
  readonly case_id?: number | undefined
}

/** What is still to be billed, of all clients and matters or of one. */
export async function unbilledTime(sql: Sql, workspaceId: number, { client_id, case_id }: Whose = {}) {
  const conditions = [Prisma.sql`workspace_id = ${workspaceId} AND ${unbilledOnly}`]
  if (client_id !== undefined) conditions.push(Prisma.sql`client_id = ${client_id}`)
  if (case_id !== undefined) conditions.push(Prisma.sql`case_id = ${case_id}`)
  const [row] = await sql.rows({ entries: int, hours: float, amount: float, without_rate: int })`
    SELECT count(*)::int AS entries, coalesce(sum(${hoursOfEntry}), 0)::float8 AS hours,
           coalesce(sum(${amountOfEntry(workspaceId)}), 0)::float8 AS amount,
           (count(*) FILTER (WHERE ${rateOfEntry} IS NULL))::int AS without_rate
    FROM time_entries WHERE ${Prisma.join(conditions, ' AND ')}`
  return row ?? { entries: 0, hours: 0, amount: 0, without_rate: 0 }
}

/**
 * What waits to be billed, by client, the largest amount first, as the text of a JSON array of
 * `{client_id, client_name, entries, hours, amount, without_rate}`. Time without a client is under null.
 */
export async function unbilledByClient(sql: Sql, workspaceId: number): Promise<string> {
  return arrayOf(
    sql,
    Prisma.sql`
      SELECT sums.client_id, coalesce(client.company_name, client.contact_person, client.email) AS client_name, entries, hours, amount, without_rate
      FROM (
        SELECT client_id, count(*) AS entries, coalesce(sum(${hoursOfEntry}), 0) AS hours, sum(${amountOfEntry(workspaceId)}) AS amount,
               count(*) FILTER (WHERE ${rateOfEntry} IS NULL) AS without_rate
        FROM time_entries WHERE workspace_id = ${workspaceId} AND ${unbilledOnly} GROUP BY client_id
      ) AS sums LEFT JOIN clients AS client ON client.workspace_id = ${workspaceId} AND client.id = sums.client_id
      ORDER BY amount DESC, sums.client_id`,
  )
}

/** A client's time that waits to be billed, oldest first, at most 500, as the text of a JSON array. */
export async function unbilledOfClient(sql: Sql, workspaceId: number, clientId: number): Promise<string> {
  return arrayOf(
    sql,
    Prisma.sql`
      SELECT id, case_id, description, ${hoursOfEntry} AS hours, ${rateOfEntry} AS rate, ${amountOfEntry(workspaceId)} AS amount,
             firm_day(workspace_id, coalesce(start_time, created_at)) AS worked_on
      FROM time_entries WHERE workspace_id = ${workspaceId} AND client_id = ${clientId} AND ${unbilledOnly}
      ORDER BY coalesce(start_time, created_at), id LIMIT 500`,
  )
}

/** PostgreSQL writes the numbers itself: none passes through a double on its way. */
async function arrayOf(sql: Sql, rows: Prisma.Sql): Promise<string> {
  const [row] = await sql.rows({ json: text })`
    SELECT coalesce(json_agg(answer), '[]')::text AS json FROM (${rows}) AS answer`
  return row?.json ?? '[]'
}
