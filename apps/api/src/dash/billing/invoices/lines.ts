import { orNull, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { lineJson, taxesOf } from '@matterbase/domain'
import { RawJson } from '../../../http/answer/raw-json.ts'

/** An invoice's lines in their order, and what they come to. */
export async function linesOf(sql: Sql, workspaceId: number, invoiceId: number) {
  const [row] = await sql.rows({ lines: text, currency: orNull(text), net: text, taxes: text })`
    SELECT (SELECT coalesce('[' || string_agg(${lineJson}, ',' ORDER BY id) || ']', '[]') FROM invoice_lines
            WHERE workspace_id = ${workspaceId} AND invoice_id = ${invoiceId}) AS lines,
           coalesce(invoice.currency, firm.currency) AS currency, coalesce(net, total_amount)::text AS net, taxes
    FROM invoices AS invoice LEFT JOIN firm_profiles AS firm USING (workspace_id)
    CROSS JOIN (SELECT sum(base) AS net, coalesce(json_agg(taxes ORDER BY percent DESC, category), '[]')::text AS taxes
                FROM (${taxesOf(workspaceId, invoiceId)}) AS taxes) AS sums
    WHERE workspace_id = ${workspaceId} AND invoice_id = ${invoiceId}`
  const { lines = '[]', currency = null, net = '0', taxes = '[]' } = row ?? {}
  return { data: new RawJson(lines), currency, net: new RawJson(net), taxes: new RawJson(taxes) }
}
