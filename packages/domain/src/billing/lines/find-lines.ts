import { orNull, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { taxesOf } from '../taxes/taxes-of.ts'
import { lineJson } from './invoice-lines.ts'

/** The lines of an invoice in their order, with their taxes and their sum without tax, each as JSON text. */
export async function findLines(sql: Sql, workspaceId: number, invoiceId: number) {
  const [row] = await sql.rows({ lines: text, currency: orNull(text), net: text, taxes: text })`
    SELECT (SELECT coalesce('[' || string_agg(${lineJson}, ',' ORDER BY id) || ']', '[]') FROM invoice_lines
            WHERE workspace_id = ${workspaceId} AND invoice_id = ${invoiceId}) AS lines,
           coalesce(invoice.currency, firm.currency) AS currency, coalesce(net, total_amount)::text AS net, taxes
    FROM invoices AS invoice LEFT JOIN firm_profiles AS firm USING (workspace_id)
    CROSS JOIN (SELECT sum(base) AS net, coalesce(json_agg(taxes ORDER BY percent DESC, category), '[]')::text AS taxes
                FROM (${taxesOf(workspaceId, invoiceId)}) AS taxes) AS sums
    WHERE workspace_id = ${workspaceId} AND invoice_id = ${invoiceId}`
  return row ?? { lines: '[]', currency: null, net: '0', taxes: '[]' }
}
