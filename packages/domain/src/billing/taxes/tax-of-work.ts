import { Prisma } from '@matterbase/db'

/**
 * The default tax of a line, as a join after the `expense` of the line: the expense's own tax, that of hard costs, or
 * the firm's first tax.
 */
export const joinTaxOfWork = (workspaceId: number) => Prisma.sql`
  LEFT JOIN LATERAL (
    SELECT category, percent FROM (
      SELECT expense.tax_category AS category, expense.tax_percent AS percent, -1 AS place, true AS fits WHERE expense.tax_category IS NOT NULL
      UNION ALL
      SELECT category, percent, place, is_for_hard_costs AND coalesce(expense.kind = 'hard', false) FROM tax_rates WHERE workspace_id = ${workspaceId}
    ) AS possible ORDER BY place >= 0, fits DESC, place LIMIT 1) AS tax ON TRUE`
