import { filled, float, int, Prisma, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { recordContracts } from '@matterbase/schemas'
import { titleOf } from '../../core/records/title.ts'
import { joinTaxOfWork } from '../taxes/tax-of-work.ts'
import { amountOfEntry, amountOfExpense, dayOfExpense, hoursOfEntry, rateOfEntry, unbilledOnly } from './unbilled.ts'

interface Whose {
  readonly client_id?: number | undefined
  readonly case_id?: number | undefined
  readonly user_id?: string | undefined
}

/** Unbilled time and expenses. */
const waiting = (workspaceId: number, condition = Prisma.sql`TRUE`) => Prisma.sql`
  SELECT client_id, user_id, TRUE AS is_time, ${hoursOfEntry} AS hours, duration AS recorded, ${rateOfEntry} AS rate, ${amountOfEntry(workspaceId)} AS amount
  FROM time_entries WHERE workspace_id = ${workspaceId} AND ${unbilledOnly} AND ${condition}
  UNION ALL
  SELECT client_id, user_id, FALSE, NULL, NULL, NULL, ${amountOfExpense(workspaceId)}
  FROM expenses WHERE workspace_id = ${workspaceId} AND ${unbilledOnly} AND ${condition}`

/** The unbilled time and expenses of the workspace, a client, a matter or a member. */
export async function unbilledTime(sql: Sql, workspaceId: number, { client_id, case_id, user_id }: Whose = {}) {
  const conditions = [
    ...(client_id === undefined ? [] : [Prisma.sql`client_id = ${client_id}`]),
    ...(case_id === undefined ? [] : [Prisma.sql`case_id = ${case_id}`]),
    ...(user_id === undefined ? [] : [Prisma.sql`user_id = ${user_id}::text::uuid`]),
  ]
  const condition = conditions.length === 0 ? undefined : Prisma.join(conditions, ' AND ')
  const [row] = await sql.rows({
    entries: int,
    hours: float,
    recorded: float,
    expenses: int,
    amount: float,
    without_rate: int,
  })`
    SELECT (count(*) FILTER (WHERE is_time))::int AS entries, coalesce(sum(hours), 0)::float8 AS hours,
           coalesce(sum(recorded), 0)::float8 AS recorded, (count(*) FILTER (WHERE NOT is_time))::int AS expenses, coalesce(sum(amount), 0)::float8 AS amount,
           (count(*) FILTER (WHERE is_time AND rate IS NULL))::int AS without_rate
    FROM (${waiting(workspaceId, condition)}) AS waiting`
  return row ?? { entries: 0, hours: 0, recorded: 0, expenses: 0, amount: 0, without_rate: 0 }
}

/**
 * The unbilled work by client, the largest amount first, as a JSON array of `{client_id, client_name, entries, hours,
 * expenses, amount, without_rate, without_user}`. Work without a client has the client_id null.
 */
export async function unbilledByClient(sql: Sql, workspaceId: number): Promise<string> {
  return arrayOf(
    sql,
    Prisma.sql`
      SELECT sums.client_id, client.name AS client_name,
             entries, hours, expenses, amount, without_rate, without_user
      FROM (
        SELECT client_id, count(*) FILTER (WHERE is_time) AS entries, coalesce(sum(hours), 0) AS hours,
               count(*) FILTER (WHERE NOT is_time) AS expenses, sum(amount) AS amount,
               count(*) FILTER (WHERE is_time AND rate IS NULL) AS without_rate,
               count(*) FILTER (WHERE is_time AND user_id IS NULL) AS without_user
        FROM (${waiting(workspaceId)}) AS waiting GROUP BY client_id
      ) AS sums LEFT JOIN (
        SELECT id, ${titleOf(recordContracts.clients)} AS name FROM clients WHERE workspace_id = ${workspaceId}
      ) AS client ON client.id = sums.client_id
      ORDER BY amount DESC, sums.client_id`,
  )
}

/** The unbilled time of a client, oldest first, at most 500 entries, as a JSON array. */
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

/** A client's expenses that wait to be billed, in the same way. */
export async function unbilledExpensesOf(sql: Sql, workspaceId: number, clientId: number): Promise<string> {
  return arrayOf(
    sql,
    Prisma.sql`
      SELECT id, case_id, coalesce(description, vendor) AS description, quantity, unit_price,
             ${amountOfExpense(workspaceId)} AS amount, ${dayOfExpense} AS worked_on, tax.category AS tax_category, tax.percent AS tax_percent
      FROM expenses AS expense ${joinTaxOfWork(workspaceId)}
      WHERE workspace_id = ${workspaceId} AND client_id = ${clientId} AND ${unbilledOnly}
      ORDER BY worked_on, id LIMIT 500`,
  )
}

/** The limit of bytes. Records beyond it, and beyond 500 records, are left out. */
const mostBytes = 2 * 1024 * 1024

/** PostgreSQL writes the numbers, so that they are never converted to doubles. */
async function arrayOf(sql: Sql, rows: Prisma.Sql): Promise<string> {
  const [row] = await sql.rows({ json: filled(text) })`
    SELECT coalesce('[' || string_agg(json, ',' ORDER BY place) FILTER (WHERE bytes <= ${mostBytes}) || ']', '[]') AS json FROM (
      SELECT json, row_number() OVER so_far AS place, sum(octet_length(json) + 1) OVER so_far AS bytes
      FROM (SELECT row_to_json(answer)::text AS json FROM (${rows}) AS answer OFFSET 0) AS written
      WINDOW so_far AS (ROWS UNBOUNDED PRECEDING)
    ) AS measured`
  return row?.json ?? '[]'
}
