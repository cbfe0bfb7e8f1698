import { oneOf, text } from '@matterbase/db'
import { invoiceStatuses } from '@matterbase/schemas'
import { invoiceJson } from './invoice-json.ts'
import type { Tx } from '../../core/tx/write.ts'
import { notFound } from '../../core/verbs/refused.ts'

/** An invoice as JSON text, its status and number; undefined when the workspace has no such invoice. */
export async function findInvoice({ sql, workspaceId }: Pick<Tx, 'sql' | 'workspaceId'>, id: number) {
  const [row] = await sql.rows({ json: text, status: oneOf(invoiceStatuses), number: text })`
    SELECT ${invoiceJson} AS json, status, invoice_number AS number FROM invoices
    WHERE workspace_id = ${workspaceId} AND invoice_id = ${id} AND deleted_at IS NULL`
  return row
}

/** The same. @throws RefusedError not_found. */
export async function requireInvoice(of: Pick<Tx, 'sql' | 'workspaceId'>, id: number) {
  const invoice = await findInvoice(of, id)
  if (!invoice) throw notFound(`No invoice ${id} in this workspace.`)
  return invoice
}
