import { bool } from '@matterbase/db'
import type { InvoiceStatus } from '@matterbase/schemas'
import type { Tx } from '../../core/tx/write.ts'

/** The status that an invoice gets where one is wanted: without anything to pay it is paid, and never becomes overdue. */
export async function statusWhenIssued(
  { sql, workspaceId }: Tx,
  id: number,
  wanted: InvoiceStatus,
): Promise<InvoiceStatus> {
  if (wanted !== 'sent' && wanted !== 'overdue') return wanted
  const [row] = await sql.rows({ is_owed: bool })`
    SELECT total_amount > credited + written_off AS is_owed FROM invoices WHERE workspace_id = ${workspaceId} AND invoice_id = ${id}`
  return row?.is_owed ? wanted : 'paid'
}
