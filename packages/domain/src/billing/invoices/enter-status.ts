import type { InvoiceStatus } from '@matterbase/schemas'
import { text } from '@matterbase/db'
import type { Tx } from '../../core/tx/write.ts'
import { invoiceJson } from './invoice-json.ts'
import { settleWork } from './billed-work.ts'

interface Entering {
  readonly id: number
  readonly status: InvoiceStatus
  /** Default: a new one. */
  readonly stamp?: Date | undefined
  /** When it was paid, `YYYY-MM-DD`. Default: today. */
  readonly paidDate?: string | undefined
  /** Default: what a status brings with it. Time stays billed on what nobody pays. */
  readonly keepsTime?: boolean
}

/** What a status brings with it, for an invoice that is not in it yet; answers the invoice as JSON text. */
export async function enter(tx: Tx, entering: Entering): Promise<string> {
  const { id, status, stamp = tx.stamp(), paidDate = null, keepsTime = false } = entering
  const isPaid = status === 'paid'
  const isVoid = status === 'cancelled' && !keepsTime
  if (!keepsTime) await settleWork(tx, id, status)
  const [row] = await tx.sql.rows({ json: text })`
    WITH entered AS (
    UPDATE invoices SET status = ${status}, updated_at = ${stamp},
      voided_at = CASE WHEN ${isVoid} THEN ${tx.now}::timestamptz END,
      paid_date = CASE WHEN ${isPaid} THEN coalesce(${paidDate}::text::date, today) END,
      amount_paid = CASE
        WHEN ${isPaid} THEN total_amount - credited - written_off
        -- What was said to be paid is not; payments that are recorded stay.
        WHEN status = 'paid' THEN NULL
        ELSE amount_paid END
    FROM (SELECT firm_day(${tx.workspaceId}, ${stamp}::timestamptz) AS today) AS firm
    WHERE workspace_id = ${tx.workspaceId} AND invoice_id = ${id}
    RETURNING invoices.*)
    SELECT ${invoiceJson} AS json FROM entered`
  if (!row) throw new Error('An invoice was not written')
  return row.json
}
