import { lineJson } from '@matterbase/domain'
import { text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'

/** An invoice's lines in their order, as the text of a JSON array. */
export async function linesOf(sql: Sql, workspaceId: number, invoiceId: number): Promise<string> {
  const [row] = await sql.rows({ json: text })`
    SELECT coalesce('[' || string_agg(${lineJson}, ',' ORDER BY id) || ']', '[]') AS json FROM invoice_lines
    WHERE workspace_id = ${workspaceId} AND invoice_id = ${invoiceId}`
  return row?.json ?? '[]'
}
