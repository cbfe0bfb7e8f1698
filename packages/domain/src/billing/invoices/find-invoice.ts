import { oneOf, orNull, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { invoiceStatuses } from '@matterbase/schemas'
import { openAmount, owedAmount } from '../payments/open.ts'
import { invoiceJson } from './invoice-json.ts'
import type { Tx } from '../../core/write/transaction.ts'
import { notFound } from '../../core/verbs/refused.ts'

/** An invoice as JSON text, its status, number and open amount; undefined when the workspace has no such invoice. */
export async function findInvoice({ sql, workspaceId }: Pick<Tx, 'sql' | 'workspaceId'>, id: number) {
  const [row] = await sql.rows({ json: text, status: oneOf(invoiceStatuses), number: text, open: text })`
    SELECT ${invoiceJson} AS json, status, invoice_number AS number, ${openAmount}::text AS open FROM invoices
    WHERE workspace_id = ${workspaceId} AND invoice_id = ${id} AND deleted_at IS NULL`
  return row
}

/** Finds an invoice. @throws RefusedError not_found. */
export async function requireInvoice(of: Pick<Tx, 'sql' | 'workspaceId'>, id: number) {
  const invoice = await findInvoice(of, id)
  if (!invoice) throw notFound(`No invoice ${id} in this workspace.`)
  return invoice
}

/** The paid amount and the amount due of an invoice, as decimals. */
export async function findPaid(sql: Sql, workspaceId: number, id: number) {
  const [row] = await sql.rows({ status: text, paidOn: orNull(text), paid: text, due: text })`
    SELECT status, paid_date::text AS "paidOn", coalesce(amount_paid, 0)::text AS paid, ${owedAmount}::text AS due FROM invoices
    WHERE workspace_id = ${workspaceId} AND invoice_id = ${id}`
  if (!row) throw new Error(`Invoice ${id} does not exist`)
  return row
}
