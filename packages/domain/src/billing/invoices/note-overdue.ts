import { bool } from '@matterbase/db'
import type { InvoiceStatus } from '@matterbase/schemas'
import type { Tx } from '../../core/tx/write.ts'

/** Whether the due date of an invoice has passed where the firm is. */
export async function isPastDue({ sql, workspaceId }: Tx, id: number): Promise<boolean> {
  const [row] = await sql.rows({ is_past: bool })`
    SELECT coalesce(due_date < firm_day(workspace_id, now()), false) AS is_past FROM invoices
    WHERE workspace_id = ${workspaceId} AND invoice_id = ${id}`
  return row?.is_past ?? false
}

/** Whether an invoice that becomes overdue is one whose due date has passed, and for which this was not noted before. */
export async function noteOverdue({ sql, workspaceId }: Tx, id: number, status: InvoiceStatus): Promise<boolean> {
  if (status !== 'overdue') return false
  const noted = await sql.run`
    UPDATE invoices SET overdue_noted = due_date
    WHERE workspace_id = ${workspaceId} AND invoice_id = ${id} AND due_date < firm_day(workspace_id, now())
      AND overdue_noted IS DISTINCT FROM due_date`
  return noted > 0
}
