import { bigint, list, Prisma, text } from '@matterbase/db'
import { eventsOf, outboxOf } from '../../core/write/outbox.ts'
import type { Tx } from '../../core/write/transaction.ts'
import { invoiceJson } from './invoice-json.ts'

/** Changes the currency of the firm. Invoices without a currency of their own change with it, with an event each. */
export async function followCurrency(tx: Tx, change: () => Promise<void>): Promise<void> {
  const { sql, workspaceId } = tx
  const followers = await sql.rows({ id: bigint, json: text })`
    SELECT invoice_id AS id, ${invoiceJson} AS json FROM invoices
    WHERE workspace_id = ${workspaceId} AND currency IS NULL AND deleted_at IS NULL ORDER BY invoice_id`
  await change()
  if (followers.length === 0) return
  const outbox = outboxOf(tx, 'invoice.updated')
  const ids = list(
    followers.map(({ id }) => String(id)),
    'bigint',
  )
  const stamps = list(
    followers.map(() => tx.stamp().toISOString()),
    'text',
  )
  const before = list(
    followers.map(({ json }) => json),
    'text',
  )
  await sql.run`
    WITH written AS (
      UPDATE invoices SET updated_at = stamp::timestamptz
      FROM unnest(${ids}, ${stamps}, ${before}) AS follower (id, stamp, before)
      WHERE workspace_id = ${workspaceId} AND invoice_id = follower.id
      RETURNING invoices.*, before
    ), changed AS (SELECT workspace_id, ${invoiceJson} AS json, before FROM written)${outbox ? Prisma.sql`, ${eventsOf(outbox, Prisma.sql`changed`)}` : Prisma.empty}
    SELECT`
}
