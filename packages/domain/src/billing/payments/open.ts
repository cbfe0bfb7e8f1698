import { Prisma } from '@matterbase/db'
import { unallocatedOf } from './shares.ts'

/** The open amount of a row of `invoices`. */
export const openAmount = Prisma.sql`(total_amount - coalesce(amount_paid, 0) - credited - written_off)`

/** The net amount of a row of `invoices`, less its credit notes. */
export const netAmount = Prisma.sql`(coalesce((frozen->'totals'->>'net')::numeric, total_amount) - coalesce((
  SELECT sum((note.frozen->'totals'->>'net')::numeric) FROM credit_notes AS note
  WHERE note.workspace_id = invoices.workspace_id AND note.invoice_id = invoices.invoice_id), 0))`

/** The open amount in responses. It is 0 for drafts, void invoices and settled ones. */
export const owedAmount = Prisma.sql`(CASE WHEN status IN ('sent', 'overdue') THEN greatest(trim_scale(${openAmount}), 0) ELSE 0 END)`

/** True for a row of `invoices` that payments can be allocated to. */
export const isOpen = Prisma.sql`(status IN ('sent', 'overdue') AND deleted_at IS NULL)`

/** True for a row of `invoices` that is written off in part or in full. A payment can take the write-off back. */
export const isWrittenOff = Prisma.sql`(written_off > 0 AND voided_at IS NULL AND deleted_at IS NULL)`

/** The amount of a row of `invoices` that payments can be allocated to. */
export const payableAmount = Prisma.sql`(CASE WHEN ${isOpen} THEN ${openAmount} ELSE 0 END + CASE WHEN ${isWrittenOff} THEN written_off ELSE 0 END)`

/** The unallocated and unrefunded rest of each payment and credit note of a client, as a statement. */
export const allCreditsOf = (workspaceId: number, clientId: number | null) => Prisma.sql`
  SELECT * FROM (
    SELECT id AS payment_id, NULL::bigint AS credit_note_id, paid_on AS day, currency, ${unallocatedOf('amount', 'payment_id')} AS rest
    FROM payments WHERE workspace_id = ${workspaceId} AND client_id = ${clientId}::bigint AND deleted_at IS NULL
    UNION ALL
    SELECT NULL, id, issued, currency, ${unallocatedOf('total', 'credit_note_id')}
    FROM credit_notes WHERE workspace_id = ${workspaceId} AND client_id = ${clientId}::bigint
  ) AS source WHERE rest > 0`

/**
 * The credits of a client in one currency, in the order in which they are spent, each with the sum of the credits
 * `before` it.
 */
export const creditsOf = (workspaceId: number, clientId: number | null, currency: string | null) => Prisma.sql`
  SELECT payment_id, credit_note_id, rest, coalesce(sum(rest) OVER (
    ORDER BY day, payment_id, credit_note_id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before
  FROM (${allCreditsOf(workspaceId, clientId)}) AS credit WHERE currency IS NOT DISTINCT FROM ${currency}::text`
