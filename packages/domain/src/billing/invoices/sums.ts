import { float, orNull, text } from '@matterbase/db'
import type { Prisma, Sql } from '@matterbase/db'
import { currencyOrFirms } from '../firm/currency.ts'

/** What some invoices come to, in each currency that there is some of; never below nothing for one of them. */
export const sumsOf = (sql: Sql, amount: Prisma.Sql, which: Prisma.Sql) =>
  sql.rows({ currency: orNull(text), amount: float })`
    SELECT currency, sum(amount)::float8 AS amount FROM (
      SELECT ${currencyOrFirms} AS currency, greatest(${amount}, 0) AS amount FROM invoices WHERE ${which}
    ) AS invoice WHERE amount > 0 GROUP BY currency ORDER BY currency`
