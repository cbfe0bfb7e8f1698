import { list, Prisma } from '@matterbase/db'
import { eventsOf, outboxOf } from '../../core/write/outbox.ts'
import type { Tx } from '../../core/write/transaction.ts'
import { invoiceJson } from './invoice-json.ts'

interface Touched {
  readonly id: bigint | number
  /** The invoice before the change, as JSON text. Null if the invoice itself stays as it was. */
  readonly before: string | null
  /** The new recipient as JSON text. Default: unchanged. */
  readonly billTo?: string | undefined
}

const texts = (values: readonly (string | null)[]) => list(values, 'text')

/** Gives invoices that follow a change of other records a new stamp each, with an event each. */
export async function touchInvoices(tx: Tx, invoices: readonly Touched[]): Promise<void> {
  if (invoices.length === 0) return
  const { sql, workspaceId } = tx
  const outbox = outboxOf(tx, 'invoice.updated')
  const ids = list(
    invoices.map(({ id }) => String(id)),
    'bigint',
  )
  const stamps = texts(invoices.map(() => tx.stamp().toISOString()))
  const before = texts(invoices.map((invoice) => invoice.before))
  const recipients = texts(invoices.map(({ billTo = null }) => billTo))
  await sql.run`
    WITH written AS (
      UPDATE invoices SET updated_at = stamp::timestamptz, bill_to = coalesce(recipient::json, bill_to),
        client_reference = CASE WHEN recipient IS NULL THEN client_reference ELSE recipient::json->>'buyer_reference' END
      FROM unnest(${ids}, ${stamps}, ${before}, ${recipients}) AS touched (id, stamp, before, recipient)
      WHERE workspace_id = ${workspaceId} AND invoice_id = touched.id
      RETURNING invoices.*, before
    ), changed AS (SELECT workspace_id, ${invoiceJson} AS json, before FROM written)${outbox ? Prisma.sql`, ${eventsOf(outbox, Prisma.sql`changed`)}` : Prisma.empty}
    SELECT`
}
