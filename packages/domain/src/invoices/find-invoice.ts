import { invoiceJson } from './invoice-json.ts'
import type { Tx } from '../tx/write.ts'

/** An invoice as JSON text, and its status; undefined when the workspace has no such invoice. */
export async function findInvoice({ sql, workspaceId }: Pick<Tx, 'sql' | 'workspaceId'>, id: number) {
  const [row] = await sql.$queryRaw<{ json: string; status: string }[]>`
    SELECT ${invoiceJson} AS json, status FROM invoices
    WHERE workspace_id = ${workspaceId} AND invoice_id = ${id} AND deleted_at IS NULL`
  return row
}
