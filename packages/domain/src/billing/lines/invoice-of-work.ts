import { float, oneOf, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { invoiceStatuses } from '@matterbase/schemas'

interface Work {
  readonly time_entry_id?: number | undefined
  readonly expense_id?: number | undefined
}

/** The invoice that a time entry or an expense is on, if any. */
export async function invoiceOfWork(
  sql: Sql,
  workspaceId: number,
  { time_entry_id: entry, expense_id: expense }: Work,
) {
  const [row] = await sql.rows({ invoice_id: float, invoice_number: text, status: oneOf(invoiceStatuses) })`
    SELECT invoice_id::float8 AS invoice_id, invoice_number, status FROM invoices
    WHERE workspace_id = ${workspaceId} AND invoice_id IN (
      SELECT invoice_id FROM invoice_lines
      WHERE workspace_id = ${workspaceId} AND (time_entry_id = ${entry ?? null}::bigint OR expense_id = ${expense ?? null}::bigint))`
  return row
}
