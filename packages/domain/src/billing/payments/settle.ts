import { Prisma } from '@matterbase/db'
import { recordChange, recordEvents } from '../../core/write/record-events.ts'
import type { Tx } from '../../core/write/transaction.ts'
import { isWrittenOff, openAmount } from './open.ts'
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
  const isOver = Prisma.sql`((status IN ('sent', 'overdue') OR status = 'cancelled' AND ${isWrittenOff}) AND total_amount - coalesce(${paid}, 0) - ${credited} - ${writtenOff} <= 0)`
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

/** A part of a payment or credit note covers the open amount first, then the write-off. */
export function coverWriteOff(share: string): Settling {
  const left = Prisma.sql`(written_off - greatest(${share}::text::numeric - ${openAmount}, 0))`
  return {
    writtenOff: left,
    columns: [
      Prisma.sql`written_off_at = CASE WHEN ${left} > 0 THEN written_off_at END`,
      Prisma.sql`write_off_reason = CASE WHEN ${left} > 0 THEN write_off_reason END`,
    ],
  }
}

const unchanged = { paid: Prisma.sql`amount_paid`, credited: Prisma.sql`credited`, writtenOff: Prisma.sql`written_off` }
