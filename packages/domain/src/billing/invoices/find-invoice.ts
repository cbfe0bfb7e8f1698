import { bool, oneOf, orNull, Prisma, text } from '@matterbase/db'
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

/** True for a row of `invoices` that is void. Earlier versions stored no time of it. */
const isVoid = Prisma.sql`(status = 'cancelled' AND (voided_at IS NOT NULL OR credited + written_off < total_amount))`

/** The state of an invoice after its issue. Amounts are decimals. */
export async function findSettled(sql: Sql, workspaceId: number, id: number) {
  const columns = { status: oneOf(invoiceStatuses), isVoid: bool, paidOn: orNull(text) }
  const amounts = { paid: text, credited: text, writtenOff: text, due: text }
  const [row] = await sql.rows({ ...columns, ...amounts })`
    SELECT status, ${isVoid} AS "isVoid", paid_date::text AS "paidOn", coalesce(amount_paid, 0)::text AS paid, credited::text AS credited,
           written_off::text AS "writtenOff", ${owedAmount}::text AS due
    FROM invoices
    WHERE workspace_id = ${workspaceId} AND invoice_id = ${id}`
  if (!row) throw new Error(`Invoice ${id} does not exist`)
  return row
}
