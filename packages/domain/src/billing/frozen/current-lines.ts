import { Prisma } from '@matterbase/db'

interface LinesOf {
  readonly workspaceId: Prisma.Sql
  readonly invoiceId: Prisma.Sql
  /** The decimal places of the amounts. */
  readonly digits: Prisma.Sql
}

/**
 * The lines of an invoice as they are stored, as a statement. A line that costs more than quantity × price, or has no
 * price, counts as one piece.
 */
export const currentLines = ({ workspaceId, invoiceId, digits }: LinesOf) => Prisma.sql`
  SELECT position, line.kind, worked_on AS date, line.description, net, line.tax_category AS category, line.tax_percent AS percent,
         CASE WHEN gross >= net THEN line.quantity ELSE 1 END AS quantity,
         CASE WHEN line.kind = 'time' AND NOT coalesce(gross >= net, false) THEN 'piece' END AS unit,
         CASE WHEN gross >= net THEN line.unit_price ELSE net END AS unit_price,
         CASE WHEN gross >= net THEN gross - net ELSE 0 END AS discount, discount_percent,
         coalesce(activity_type, expense.code) AS code, entry.user_id, member.name AS user_name,
         CASE WHEN entry.deleted_at IS NULL THEN entry.id END AS time_entry_id,
         CASE WHEN expense.deleted_at IS NULL THEN expense.id END AS expense_id, coalesce(entry.case_id, expense.case_id) AS case_id
  FROM (SELECT *, row_number() OVER (ORDER BY id) AS position, round(quantity * unit_price, ${digits}) AS gross FROM invoice_lines
        WHERE workspace_id = ${workspaceId} AND invoice_id = ${invoiceId}) AS line
  LEFT JOIN time_entries AS entry ON entry.workspace_id = line.workspace_id AND entry.id = line.time_entry_id
  LEFT JOIN expenses AS expense ON expense.workspace_id = line.workspace_id AND expense.id = line.expense_id
  LEFT JOIN users AS member ON member.id = entry.user_id`
