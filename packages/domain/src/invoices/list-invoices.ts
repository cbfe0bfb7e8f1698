import { Prisma } from '@matterbase/db'
import { readPage } from '../records/list.ts'
import type { Page, PageOf } from '../records/list.ts'
import { recordListing } from '../records/record-list.ts'
import type { RecordQuery } from '../records/record-list.ts'
import { invoiceJson } from './invoice-json.ts'

const filters = { status: 'status', case_id: 'case_id', client_id: 'client_user_id' }
const of = { table: Prisma.sql`invoices`, json: invoiceJson, id: 'invoice_id', filters }

/** One page of a workspace's invoices. */
export const listInvoices = (page: Omit<PageOf, 'scope'>, workspaceId: number, query: RecordQuery): Promise<Page> =>
  readPage({ ...page, scope: `lists/${workspaceId}/invoices` }, query, recordListing(workspaceId, of))
