import { bool, Prisma, text } from '@matterbase/db'
import type { Tx } from '../../core/write/transaction.ts'

interface Account {
  readonly clientId: number
  /** ISO 4217. */
  readonly currency: string | null
}

/**
 * The refundable amount of a client in a currency, as SQL. An invoice that was marked as paid counts with the part that
 * payments, credit and credit notes do not cover.
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

/** The refundable amount of a client, as a decimal. */
export async function refundableOf({ sql, workspaceId }: Tx, account: Account): Promise<string> {
  const [row] = await sql.rows({ amount: text })`
    SELECT trim_scale(${refundable(workspaceId, account)})::text AS amount`
  return row?.amount ?? '0'
}

/** True if a client's refunds exceed its payments. */
export async function isRefundedTooMuch({ sql, workspaceId }: Tx, account: Account): Promise<boolean> {
  const [row] = await sql.rows({ is_too_much: bool })`SELECT ${refundable(workspaceId, account)} < 0 AS is_too_much`
  return row?.is_too_much ?? false
}
