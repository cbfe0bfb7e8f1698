import { bigint, Prisma, text } from '@matterbase/db'
import type { Tx } from '../../core/write/transaction.ts'
import { invoiceJson } from './invoice-json.ts'
import { touchInvoices } from './touch-invoices.ts'

/** The columns of invoices that are those of the firm while they are null. */
export type FollowedColumn = 'currency' | 'language'

const isNull = { currency: Prisma.sql`currency IS NULL`, language: Prisma.sql`language IS NULL` }

/** Changes the currency or the language of the firm. The invoices without their own change with it, with an event each. */
export async function followFirm(
  tx: Tx,
  columns: readonly FollowedColumn[],
  change: () => Promise<void>,
): Promise<void> {
  if (columns.length === 0) return change()
  const isFollower = Prisma.join(
    columns.map((column) => isNull[column]),
    ' OR ',
  )
  const followers = await tx.sql.rows({ id: bigint, before: text })`
    SELECT invoice_id AS id, ${invoiceJson} AS before FROM invoices
    WHERE workspace_id = ${tx.workspaceId} AND (${isFollower}) AND deleted_at IS NULL ORDER BY invoice_id`
  await change()
  await touchInvoices(tx, followers)
}
