import { bigint, orNull, Prisma, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { creditsOf, isOpen, openAmount, owedAmount } from './open.ts'

/**
 * The payments, credit notes and write-off of an invoice, and the other open invoices of its client, each as JSON text.
 */
export async function settlementOf(sql: Sql, workspaceId: number, id: number) {
  const [of] = await sql.rows({ client_id: orNull(bigint), currency: orNull(text) })`
    SELECT client_user_id AS client_id, currency FROM invoices WHERE workspace_id = ${workspaceId} AND invoice_id = ${id}`
  const clientId = of?.client_id == null ? null : Number(of.client_id)
  const currency = of?.currency ?? null
  const [row] = await sql.rows({
    owed: text,
    credited: text,
    written_off: text,
    client_credit: text,
    payments: text,
    credit_notes: text,
    credited_taxes: text,
    open_invoices: text,
  })`
    SELECT ${owedAmount}::text AS owed, credited::text AS credited, written_off::text AS written_off,
           (SELECT coalesce(sum(rest), 0)::text FROM (${creditsOf(workspaceId, clientId, currency)}) AS credit) AS client_credit,
           (${arrayOf(paymentsOn(workspaceId, id))}) AS payments,
           (${arrayOf(creditNotesOf(workspaceId, id))}) AS credit_notes,
           (${arrayOf(creditedTaxesOn(workspaceId, id))}) AS credited_taxes,
           (${arrayOf(openOf(workspaceId, clientId, currency))}) AS open_invoices
    FROM invoices WHERE workspace_id = ${workspaceId} AND invoice_id = ${id}`
  if (!row) throw new Error(`There is no invoice ${id}`)
  return row
}

const arrayOf = (rows: Prisma.Sql) => Prisma.sql`SELECT coalesce(json_agg(answer), '[]')::text FROM (${rows}) AS answer`

/** The payments on an invoice, and the credit notes of other invoices that it was paid with. */
const paymentsOn = (workspaceId: number, id: number) => Prisma.sql`
  SELECT payment.id AS payment_id, credit_note.number AS credit_note, share.amount, payment.amount AS whole,
         coalesce(payment.paid_on, credit_note.issued) AS paid_on, payment.method, payment.reference
  FROM allocations AS share
  LEFT JOIN payments AS payment ON payment.workspace_id = share.workspace_id AND payment.id = share.payment_id
  LEFT JOIN credit_notes AS credit_note ON credit_note.workspace_id = share.workspace_id AND credit_note.id = share.credit_note_id
  WHERE share.workspace_id = ${workspaceId} AND share.invoice_id = ${id}
    AND credit_note.invoice_id IS DISTINCT FROM share.invoice_id
  ORDER BY share.id`

/** The credited amounts of an invoice by tax. */
export const creditedTaxesOn = (workspaceId: number, id: number) => Prisma.sql`
  SELECT tax.category, tax.percent::text AS percent, sum(tax.base)::text AS base, sum(tax.tax)::text AS tax
  FROM credit_notes CROSS JOIN json_to_recordset(frozen->'taxes') AS tax (category text, percent numeric, base numeric, tax numeric)
  WHERE workspace_id = ${workspaceId} AND invoice_id = ${id} GROUP BY tax.category, tax.percent`

const creditNotesOf = (workspaceId: number, id: number) => Prisma.sql`
  SELECT id, number, issued, total, frozen->>'reason' AS reason FROM credit_notes
  WHERE workspace_id = ${workspaceId} AND invoice_id = ${id} ORDER BY id`

const openOf = (workspaceId: number, clientId: number | null, currency: string | null) => Prisma.sql`
  SELECT invoice_id, invoice_number, issue_date, due_date, ${openAmount} AS owed FROM invoices
  WHERE workspace_id = ${workspaceId} AND client_user_id = ${clientId}::bigint AND ${isOpen} AND ${openAmount} > 0
    AND currency IS NOT DISTINCT FROM ${currency}::text
  ORDER BY issue_date, invoices.invoice_id LIMIT 500`
