import { findCreditNote, findFrozen, findLogoOf, findSettled } from '@matterbase/domain'
import { epcOf } from '@matterbase/domain/einvoice'
import type { Sql } from '@matterbase/db'
import { unsettled } from './printed-invoice.ts'
import type { PrintedInvoice } from './printed-invoice.ts'

/** The content of a printed invoice. Undefined if the workspace does not have the invoice. */
export async function findPrinted(sql: Sql, workspaceId: number, id: number): Promise<PrintedInvoice | undefined> {
  const invoice = await findFrozen(sql, workspaceId, id)
  if (!invoice) return undefined
  const since = await findSettled(sql, workspaceId, id)
  const isOwed = since.status === 'sent' || since.status === 'overdue'
  return {
    invoice,
    since,
    logo: invoice.seller.logo === null ? null : await findLogoOf(sql, workspaceId, invoice.seller.logo),
    epc: (isOwed && epcOf(invoice, since.due)) || null,
    facturX: null,
  }
}

/** The content of a printed credit note. Undefined if the workspace does not have the credit note. */
export async function findPrintedNote(sql: Sql, workspaceId: number, id: number): Promise<PrintedInvoice | undefined> {
  const invoice = await findCreditNote(sql, workspaceId, id)
  if (!invoice) return undefined
  return {
    invoice,
    since: unsettled,
    logo: invoice.seller.logo === null ? null : await findLogoOf(sql, workspaceId, invoice.seller.logo),
    epc: null,
    facturX: null,
  }
}
