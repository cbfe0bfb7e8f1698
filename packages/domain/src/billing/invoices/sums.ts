import { float, orNull, Prisma, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { currencyOrFirms } from '../firm/currency.ts'
import { netAmount, openAmount } from '../payments/open.ts'
import { ofMatterOrClient } from '../work/of-matter-or-client.ts'
import type { MatterOrClient } from '../work/of-matter-or-client.ts'

/** Sums an amount of invoices by currency. The amount of an invoice counts as 0 when it is negative. */
export const sumsOf = (sql: Sql, amount: Prisma.Sql, which: Prisma.Sql) =>
  sql.rows({ currency: orNull(text), amount: float })`
    SELECT currency, sum(amount)::float8 AS amount FROM (
      SELECT ${currencyOrFirms} AS currency, greatest(${amount}, 0) AS amount FROM invoices WHERE ${which}
    ) AS invoice WHERE amount > 0 GROUP BY currency ORDER BY currency`

/** The net amounts that were billed to a matter or client, and the open amounts, by currency. */
export async function billedSums(sql: Sql, workspaceId: number, of: MatterOrClient) {
  const areBilled = Prisma.sql`workspace_id = ${workspaceId} AND deleted_at IS NULL
    AND status NOT IN ('draft', 'cancelled') AND ${ofMatterOrClient(of, 'client_user_id')}`
  return {
    sums: await sumsOf(sql, netAmount, areBilled),
    outstanding: await sumsOf(sql, openAmount, Prisma.sql`${areBilled} AND status <> 'paid'`),
  }
}
