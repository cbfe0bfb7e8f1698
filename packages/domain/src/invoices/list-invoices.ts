import { Prisma } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { exportRecords } from '../records/lists/export.ts'
import type { Exported } from '../records/lists/export.ts'
import { readPage } from '../records/lists/list.ts'
import type { Page, PageOf } from '../records/lists/list.ts'
import { recordListing } from '../records/lists/record-list.ts'
import type { RecordQuery } from '../records/lists/record-list.ts'
import type { Shape } from '../records/lists/related.ts'
import { invoiceJson } from './invoice-json.ts'

const filters = {
  ids: Prisma.sql`invoice_id`,
  status: Prisma.sql`status`,
  case_id: Prisma.sql`case_id`,
  client_id: Prisma.sql`client_user_id`,
}
const of = { table: Prisma.sql`invoices`, id: 'invoice_id', filters }

/** One page of a workspace's invoices. */
export function listInvoices(
  page: Omit<PageOf, 'scope'>,
  workspaceId: number,
  query: RecordQuery,
  shape?: Shape,
): Promise<Page> {
  const json = shape ? shape(invoiceJson) : invoiceJson
  const listing = recordListing(workspaceId, { ...of, json })
  return readPage({ ...page, scope: `lists/${workspaceId}/invoices` }, query, listing)
}

/** @param sql of a snapshot. */
export const exportInvoices = (sql: Sql, workspaceId: number): Promise<Exported> =>
  exportRecords(sql, workspaceId, { ...of, json: invoiceJson })
