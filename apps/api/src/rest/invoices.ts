import { exportInvoices, invoiceColumns, listInvoices, requireInvoice, shown } from '@matterbase/domain'
import { invoiceRelations } from '@matterbase/schemas'
import type { Contract } from '@matterbase/schemas'
import type { Handlers } from '../http/operations/context.ts'
import { RawJson } from '../http/answer/raw-json.ts'
import { exportAnswer } from '../records/export.ts'
import { pageAnswer } from '../records/list.ts'
import type { ResourceDeps } from './deps.ts'

const members = { columns: invoiceColumns, relations: invoiceRelations }

export const invoices = ({ sealer, counting }: ResourceDeps): Handlers<Contract['invoices']> => ({
  async list({ query }, { caller, sql }) {
    const shape = shown(caller, members, query)
    return pageAnswer('data', await listInvoices({ sql, sealer, counting }, caller.workspaceId, query, shape))
  },

  export: async (_input, context) => exportAnswer(context, exportInvoices),

  async get({ params: { id }, query }, { caller, sql }) {
    const shape = shown(caller, members, query)
    return { data: new RawJson((await requireInvoice({ sql, workspaceId: caller.workspaceId }, id, shape)).json) }
  },
})
