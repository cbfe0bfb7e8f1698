import { findCreditNote, findFrozen, findLogoOf } from '@matterbase/domain'
import { epcOf } from '@matterbase/domain/einvoice'
import { owedAmount } from '@matterbase/domain/payments'
import { orNull, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import type { InvoiceSince, PrintedInvoice } from './printed-invoice.ts'

/** Everything that is printed of an invoice; undefined when the workspace has no such invoice. */
export async function findPrinted(sql: Sql, workspaceId: number, id: number): Promise<PrintedInvoice | undefined> {
  const invoice = await findFrozen(sql, workspaceId, id)
  if (!invoice) return undefined
  const since = await sinceOf(sql, { workspaceId, id })
  const isOwed = since.status === 'sent' || since.status === 'overdue'
  return {
    invoice,
    since,
    logo: invoice.seller.logo === null ? null : await findLogoOf(sql, workspaceId, invoice.seller.logo),
    epc: (isOwed && epcOf(invoice, since.due)) || null,
    facturX: null,
  }
}

/** The same of a credit note. */
export async function findPrintedNote(sql: Sql, workspaceId: number, id: number): Promise<PrintedInvoice | undefined> {
  const invoice = await findCreditNote(sql, workspaceId, id)
  if (!invoice) return undefined
  return {
    invoice,
    since: { status: null, paidOn: null, paid: '0', due: '0' },
    logo: invoice.seller.logo === null ? null : await findLogoOf(sql, workspaceId, invoice.seller.logo),
    epc: null,
    facturX: null,
  }
}

interface Of {
  readonly workspaceId: number
  readonly id: number
}

async function sinceOf(sql: Sql, { workspaceId, id }: Of): Promise<InvoiceSince> {
  const [row] = await sql.rows({ status: text, paidOn: orNull(text), paid: text, due: text })`
    SELECT status, paid_date::text AS "paidOn", coalesce(amount_paid, 0)::text AS paid, ${owedAmount}::text AS due FROM invoices
    WHERE workspace_id = ${workspaceId} AND invoice_id = ${id}`
  if (!row) throw new Error(`There is no invoice ${id}`)
  return row
}
