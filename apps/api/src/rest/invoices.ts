import { Prisma } from '@matterbase/db'
import { invoiceJson } from '@matterbase/domain'
import type { Contract } from '@matterbase/schemas'
import { notFound } from '../http/errors/api-error.ts'
import type { Handlers } from '../http/operations/context.ts'
import { RawJson } from '../http/answer/raw-json.ts'
import { listPage } from './crud/list.ts'
import { recordListing } from './crud/record-list.ts'
import type { ResourceDeps } from './deps.ts'

const filters = { status: 'status', case_id: 'case_id', client_id: 'client_user_id' }

export const invoices = ({ sealer }: ResourceDeps): Handlers<Contract['invoices']> => ({
  list({ query }, { caller: { workspaceId }, sql }) {
    const options = { table: Prisma.sql`invoices`, json: invoiceJson, id: 'invoice_id', filters }
    const page = { sql, sealer, scope: `lists/${workspaceId}/invoices`, member: 'data' as const }
    return listPage(page, query, recordListing(workspaceId, options))
  },

  async get({ params: { id } }, { caller: { workspaceId }, sql }) {
    const [row] = await sql.$queryRaw<{ json: string }[]>`
      SELECT ${invoiceJson} AS json FROM invoices WHERE workspace_id = ${workspaceId} AND invoice_id = ${id} AND deleted_at IS NULL`
    if (!row) throw notFound()
    return { data: new RawJson(row.json) }
  },
})
