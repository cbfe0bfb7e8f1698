import { bool, Prisma, text } from '@matterbase/db'
import type { Tx } from '../../core/tx/write.ts'

interface Account {
  readonly clientId: number
  /** ISO 4217. */
  readonly currency: string | null
}

/**
 * What a client paid in a currency and was not paid back, as SQL. An invoice that was marked paid without a payment counts
 * as paid with what no payment, credit or credit note covers.
 */
const refundable = (workspaceId: number, { clientId, currency }: Account) => Prisma.sql`(
  (SELECT coalesce(sum(amount), 0) FROM payments
   WHERE workspace_id = ${workspaceId} AND client_id = ${clientId} AND deleted_at IS NULL AND currency IS NOT DISTINCT FROM ${currency}::text)
  + (SELECT coalesce(sum(coalesce(amount_paid, 0) + credited - (
       SELECT coalesce(sum(amount), 0) FROM allocations WHERE workspace_id = ${workspaceId} AND invoice_id = invoices.invoice_id)), 0)
     FROM invoices
     WHERE workspace_id = ${workspaceId} AND client_user_id = ${clientId} AND deleted_at IS NULL AND currency IS NOT DISTINCT FROM ${currency}::text)
  - (SELECT coalesce(sum(amount), 0) FROM refunds
     WHERE workspace_id = ${workspaceId} AND client_id = ${clientId} AND deleted_at IS NULL AND currency IS NOT DISTINCT FROM ${currency}::text))`

/** How much a client can be paid back at most, as a decimal. */
export async function refundableOf({ sql, workspaceId }: Tx, account: Account): Promise<string> {
  const [row] = await sql.rows({ amount: text })`
    SELECT trim_scale(${refundable(workspaceId, account)})::text AS amount`
  return row?.amount ?? '0'
}

/** Whether a client was paid back more than it paid, as it would be after a payment that does not count any more. */
export async function isRefundedTooMuch({ sql, workspaceId }: Tx, account: Account): Promise<boolean> {
  const [row] = await sql.rows({ is_too_much: bool })`SELECT ${refundable(workspaceId, account)} < 0 AS is_too_much`
  return row?.is_too_much ?? false
}
