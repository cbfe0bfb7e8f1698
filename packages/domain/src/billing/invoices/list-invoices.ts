import { Prisma } from '@matterbase/db'
import { readPage } from '../../core/records/lists/list.ts'
import type { Page, PageOf, PageQuery } from '../../core/records/lists/list.ts'
import { recordListing } from '../../core/records/lists/record-list.ts'
import { dayFilters } from '../../core/records/lists/day-filters.ts'
import { readable } from '../../core/records/lists/readable.ts'
import { byClient, byColumn, byDay } from '../../core/records/lists/sort-keys.ts'
import { contentsOfInvoice } from '../frozen/contents.ts'
import { invoiceColumns, invoiceJson, invoiceTombstone } from './invoice-json.ts'

const filters = {
  ids: Prisma.sql`invoice_id`,
  status: Prisma.sql`status`,
  case_id: Prisma.sql`case_id`,
  client_id: Prisma.sql`client_user_id`,
  invoice_number: Prisma.sql`invoice_number`,
  ...dayFilters(Prisma.sql`issue_date`, ['issued_from', 'issued_to']),
  ...dayFilters(Prisma.sql`due_date`, ['due_from', 'due_to']),
  ...dayFilters(Prisma.sql`paid_date`, ['paid_from', 'paid_to']),
}
const sorts = {
  invoice_number: byColumn('invoice_number', 'text'),
  status: byColumn('status', 'text'),
  issue_date: byDay('issue_date'),
  due_date: byDay('due_date'),
  total_amount: byColumn('total_amount', 'numeric'),
  client: byClient('client_user_id'),
}
const table = Prisma.sql`invoices`

/** The invoices of a workspace, as the API lists them. */
export const invoiceReads = readable({
  path: 'invoices',
  noun: 'invoice',
  table,
  columns: invoiceColumns,
  contents: contentsOfInvoice,
  tombstone: invoiceTombstone,
  filters: () => filters,
  sorts,
})

/** True for an invoice of a matter, and for an invoice of its client with work of the matter. */
export const billsMatter = (workspaceId: number, matterId: number) => Prisma.sql`invoice_id IN (
  SELECT invoice_id FROM invoices WHERE workspace_id = ${workspaceId} AND case_id = ${matterId}
  UNION ALL
  SELECT line.invoice_id FROM time_entries AS entry
  JOIN invoice_lines AS line ON line.workspace_id = entry.workspace_id AND line.time_entry_id = entry.id
  WHERE entry.workspace_id = ${workspaceId} AND entry.case_id = ${matterId}
  UNION ALL
  SELECT line.invoice_id FROM expenses AS expense
  JOIN invoice_lines AS line ON line.workspace_id = expense.workspace_id AND line.expense_id = expense.id
  WHERE expense.workspace_id = ${workspaceId} AND expense.case_id = ${matterId})`

/** One page of the invoices that bill a matter, newest first. */
export function listInvoicesOfMatter(
  page: Omit<PageOf, 'scope'>,
  workspaceId: number,
  matterId: number,
  query: PageQuery,
): Promise<Page> {
  const listing = recordListing(workspaceId, { table, id: 'invoice_id', filters, sorts, json: invoiceJson })
  return readPage({ ...page, scope: `lists/${workspaceId}/matters/${matterId}/invoices` }, query, (asked) => {
    const all = listing({ ...asked, sort: '-id' })
    return { ...all, conditions: [...all.conditions, billsMatter(workspaceId, matterId)], defaults: {} }
  })
}
