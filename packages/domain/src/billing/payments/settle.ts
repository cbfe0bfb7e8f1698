import { Prisma } from '@matterbase/db'
import { recordChange, recordEvents } from '../../core/write/record-events.ts'
import type { Tx } from '../../core/write/transaction.ts'
import { settleWork } from '../lines/billed-work.ts'
import { writeInvoice } from '../invoices/write-invoice.ts'

/** New values of columns of `invoices`, as SQL over the current row. Absent columns do not change. */
export interface Settling {
  readonly paid?: Prisma.Sql
  readonly credited?: Prisma.Sql
  readonly writtenOff?: Prisma.Sql
  /** Assignments of other columns. */
  readonly columns?: readonly Prisma.Sql[]
}

/**
 * Changes what was paid on an invoice, credited or written off, and returns the invoice as JSON text. Without an open
 * amount it becomes paid, and fires `invoice.paid`. Where nothing was paid, it becomes cancelled, and its work stays billed.
 *
 * @param paidDate Default: today.
 */
export async function settle(tx: Tx, id: number, change: Settling, paidDate: string | null = null): Promise<string> {
  const { paid, credited, writtenOff, columns = [] } = { ...unchanged, ...change }
  const isOver = Prisma.sql`(status IN ('sent', 'overdue') AND total_amount - coalesce(${paid}, 0) - ${credited} - ${writtenOff} <= 0)`
  const isPaid = Prisma.sql`(${isOver} AND coalesce(${paid}, 0) > 0)`
  const { before, formerStatus, json, status } = await writeInvoice(tx, id, [
    ...columns,
    Prisma.sql`credited = ${credited}, written_off = ${writtenOff}, updated_at = ${tx.stamp()}`,
    Prisma.sql`amount_paid = CASE WHEN ${isPaid} THEN total_amount - ${credited} - ${writtenOff} ELSE ${paid} END`,
    Prisma.sql`paid_date = CASE WHEN ${isPaid} THEN coalesce(${paidDate}::text::date, today)
      WHEN NOT ${isOver} THEN paid_date END`,
    Prisma.sql`status = CASE WHEN ${isPaid} THEN 'paid' WHEN ${isOver} THEN 'cancelled' ELSE status END`,
  ])
  const becamePaid = status === 'paid' && formerStatus !== 'paid'
  if (becamePaid) await settleWork(tx, id, 'paid')
  await recordChange(tx, 'invoice.updated', { before, json })
  if (becamePaid) await recordEvents(tx, 'invoice.paid', [json])
  return json
}

const unchanged = { paid: Prisma.sql`amount_paid`, credited: Prisma.sql`credited`, writtenOff: Prisma.sql`written_off` }
