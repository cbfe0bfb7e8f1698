import { Prisma } from '@matterbase/db'

/** What is still owed on a row of `invoices`. */
export const openAmount = Prisma.sql`(total_amount - coalesce(amount_paid, 0) - credited - written_off)`

/** Whether money can be put on a row of `invoices`. */
export const isOpen = Prisma.sql`(status IN ('sent', 'overdue') AND deleted_at IS NULL)`

/**
 * What of a client's payments and credit notes in a currency is for no invoice, as a statement: each with what older
 * ones have `before` it, in the order in which they are spent. Money of another currency is no credit here.
 */
export const creditsOf = (workspaceId: number, clientId: number | null, currency: string | null) => Prisma.sql`
  SELECT payment_id, credit_note_id, rest, coalesce(sum(rest) OVER (
    ORDER BY day, payment_id, credit_note_id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before FROM (
    SELECT id AS payment_id, NULL::bigint AS credit_note_id, paid_on AS day, currency, amount - (
      SELECT coalesce(sum(amount), 0) FROM allocations WHERE workspace_id = ${workspaceId} AND payment_id = payments.id) AS rest
    FROM payments WHERE workspace_id = ${workspaceId} AND client_id = ${clientId}::bigint AND deleted_at IS NULL
    UNION ALL
    SELECT NULL, id, issued, currency, total - (
      SELECT coalesce(sum(amount), 0) FROM allocations WHERE workspace_id = ${workspaceId} AND credit_note_id = credit_notes.id)
    FROM credit_notes WHERE workspace_id = ${workspaceId} AND client_id = ${clientId}::bigint
  ) AS source WHERE rest > 0 AND currency IS NOT DISTINCT FROM ${currency}::text`
