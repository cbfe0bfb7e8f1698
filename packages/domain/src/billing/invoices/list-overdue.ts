import { float, int, orNull, Prisma, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { recordContracts } from '@matterbase/schemas'
import { titleOf } from '../../core/records/title.ts'
import { currencyOrFirms } from '../firm/currency.ts'
import { owedAmount } from '../payments/open.ts'
import { sumsOf } from './sums.ts'

const mostListed = 5

/** The overdue invoices with an open amount: the oldest, how many they are, and their sums. */
export async function listOverdue(sql: Sql, workspaceId: number) {
  const areOverdue = Prisma.sql`workspace_id = ${workspaceId} AND deleted_at IS NULL
      AND status = 'overdue' AND ${owedAmount} > 0`
  const rows = await sql.rows({
    invoice_id: float,
    invoice_number: text,
    client_name: orNull(text),
    total_amount: float,
    due_date: orNull(text),
    currency: orNull(text),
    count: int,
  })`
    SELECT invoice_id::float8 AS invoice_id, invoice_number, total_amount::float8 AS total_amount, due_date::text AS due_date,
           (SELECT ${titleOf(recordContracts.clients)} FROM clients
            WHERE clients.workspace_id = invoices.workspace_id AND clients.id = invoices.client_user_id) AS client_name,
           ${currencyOrFirms} AS currency, (count(*) OVER ())::int AS count
    FROM invoices WHERE ${areOverdue}
    ORDER BY invoices.due_date, invoices.invoice_id LIMIT ${mostListed}`
  const [first] = rows
  return {
    count: first?.count ?? 0,
    sums: first ? await sumsOf(sql, owedAmount, areOverdue) : [],
    data: rows.map(({ count: _count, ...invoice }) => invoice),
  }
}
