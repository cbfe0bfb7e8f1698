import { oneOf, Prisma, text } from '@matterbase/db'
import { invoiceStatuses } from '@matterbase/schemas'
import type { InvoiceStatus } from '@matterbase/schemas'
import type { Tx } from '../../core/write/transaction.ts'
import { settleWork } from '../lines/billed-work.ts'
import { invoiceJson } from './invoice-json.ts'
import { becomesOverdue } from './invoice-state.ts'
import type { InvoiceState } from './invoice-state.ts'

/**
 * Writes columns of an invoice in one statement. Returns the invoice before and after as JSON text, and its statuses.
 *
 * @param assignments of columns of `invoices`. `today` is the day at the firm.
 */
export async function writeInvoice({ sql, workspaceId, now }: Tx, id: number, assignments: readonly Prisma.Sql[]) {
  const [row] = await sql.rows({
    before: text,
    formerStatus: oneOf(invoiceStatuses),
    json: text,
    status: oneOf(invoiceStatuses),
  })`
    WITH written AS (
      UPDATE invoices SET ${Prisma.join(assignments)}
      FROM (SELECT invoice_id AS id, ${invoiceJson} AS before, status AS former_status,
                   firm_day(workspace_id, ${now}::timestamptz) AS today
            FROM invoices
            WHERE workspace_id = ${workspaceId} AND invoice_id = ${id} AND deleted_at IS NULL) AS former
      WHERE workspace_id = ${workspaceId} AND invoice_id = former.id
      RETURNING invoices.*, before, former_status
    ) SELECT ${invoiceJson} AS json, status, before, former_status AS "formerStatus" FROM written`
  if (!row) throw new Error(`Invoice ${id} does not exist`)
  return row
}

interface StatusChange {
  readonly status: InvoiceStatus
  /** Default: a new stamp. */
  readonly stamp?: Date | undefined
  /** `YYYY-MM-DD`, of an invoice that becomes paid. Default: today. */
  readonly paidDate?: string | undefined
  /** Assignments of columns that change with the status. */
  readonly columns?: readonly Prisma.Sql[]
}

/** Writes a status that the invoice did not have, and gives the work on the invoice the status that goes with it. */
export async function writeStatus(tx: Tx, state: InvoiceState, change: StatusChange) {
  const { status, stamp = tx.stamp(), paidDate = null, columns = [] } = change
  const isPaid = status === 'paid'
  const isOverdue = becomesOverdue(state, status)
  await settleWork(tx, state.id, status)
  const { before, json } = await writeInvoice(tx, state.id, [
    ...columns,
    Prisma.sql`status = ${status}, updated_at = ${stamp}`,
    Prisma.sql`voided_at = CASE WHEN ${status === 'cancelled'} THEN ${tx.now}::timestamptz END`,
    Prisma.sql`paid_date = CASE WHEN ${isPaid} THEN coalesce(${paidDate}::text::date, today) END`,
    // An amount that was only marked as paid is not paid any more. Recorded payments stay.
    Prisma.sql`amount_paid = CASE WHEN ${isPaid} THEN total_amount - credited - written_off WHEN status = 'paid' THEN NULL ELSE amount_paid END`,
    ...(isOverdue ? [Prisma.sql`overdue_noted = ${state.dueDate}::text::date`] : []),
  ])
  return { before, json, isOverdue }
}
