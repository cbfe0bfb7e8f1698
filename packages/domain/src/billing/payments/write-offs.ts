import type { Tx } from '../../core/write/transaction.ts'
import { openAmount } from './open.ts'
import { Prisma } from '@matterbase/db'

/** Keeps the amount that is about to be written off, and the moment, for the journal. */
export async function recordWriteOff({ sql, workspaceId, now }: Tx, invoiceId: number, open: string): Promise<void> {
  if (Number(open) === 0) return
  await sql.run`
    INSERT INTO write_offs (workspace_id, invoice_id, amount, at)
    VALUES (${workspaceId}, ${invoiceId}, ${open}::text::numeric, ${now})`
}

/** The part of a write-off that a credit note is about to cover, for the journal. */
export async function reverseWriteOff({ sql, workspaceId, now }: Tx, invoiceId: number, share: string): Promise<void> {
  const covered = Prisma.sql`greatest(${share}::text::numeric - ${openAmount}, 0)`
  await sql.run`
    INSERT INTO write_offs (workspace_id, invoice_id, amount, at)
    SELECT workspace_id, invoice_id, part, day FROM invoices CROSS JOIN LATERAL (
      -- From before write-offs had rows.
      SELECT written_off - coalesce((SELECT sum(amount) FROM (
        SELECT workspace_id AS firm, invoice_id AS of, amount FROM write_offs) AS noted
        WHERE firm = workspace_id AND of = invoice_id), 0) AS part, written_off_at AS day
      UNION ALL SELECT -${covered}, ${now}::timestamptz) AS parts
    WHERE workspace_id = ${workspaceId} AND invoice_id = ${invoiceId} AND ${covered} > 0 AND part <> 0 AND day IS NOT NULL`
}
