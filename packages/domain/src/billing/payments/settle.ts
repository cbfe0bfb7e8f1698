import { bool, oneOf } from '@matterbase/db'
import type { Prisma } from '@matterbase/db'
import { invoiceStatuses } from '@matterbase/schemas'
import { enter } from '../invoices/enter-status.ts'
import { requireInvoice } from '../invoices/find-invoice.ts'
import { recordEvents, telling } from '../../core/tx/events.ts'
import type { Tx } from '../../core/tx/write.ts'
import { openAmount } from './open.ts'

/**
 * Changes what was paid on an invoice, credited or written off, and answers it as JSON text. When nothing is owed any
 * more it is paid, and fires `invoice.paid`; or cancelled, where nobody paid anything. Its time stays billed then.
 *
 * @param change assignments of columns of `invoices`.
 * @param paidDate Default: today.
 */
export async function settle(tx: Tx, id: number, change: Prisma.Sql, paidDate?: string): Promise<string> {
  const read = async () => (await requireInvoice(tx, id)).json
  const { json, isPaid } = await telling(tx, 'invoice.updated', read, async () => {
    const stamp = tx.stamp()
    const [row] = await tx.sql.rows({ status: oneOf(invoiceStatuses), is_settled: bool, has_payment: bool })`
      UPDATE invoices SET ${change}, updated_at = ${stamp} WHERE workspace_id = ${tx.workspaceId} AND invoice_id = ${id}
      RETURNING status, ${openAmount} <= 0 AS is_settled, coalesce(amount_paid, 0) > 0 AS has_payment`
    if (!row) throw new Error(`There is no invoice ${id}`)
    const isOver = row.is_settled && (row.status === 'sent' || row.status === 'overdue')
    if (!isOver) return { json: await read(), isPaid: false }
    const status = row.has_payment ? 'paid' : 'cancelled'
    const keepsTime = status === 'cancelled'
    return { json: await enter(tx, { id, status, stamp, paidDate, keepsTime }), isPaid: row.has_payment }
  })
  if (isPaid) await recordEvents(tx, 'invoice.paid', [json])
  return json
}
