import { expanded, listInvoices, requireInvoice } from '@matterbase/domain'
import { invoiceRelations } from '@matterbase/schemas'
import type { Contract } from '@matterbase/schemas'
import type { Handlers } from '../http/operations/context.ts'
import { RawJson } from '../http/answer/raw-json.ts'
import { namesOf, pageAnswer } from '../records/list.ts'
import type { ResourceDeps } from './deps.ts'

export const invoices = ({ sealer }: ResourceDeps): Handlers<Contract['invoices']> => ({
  async list({ query }, { caller, sql }) {
    const shape = expanded(caller, invoiceRelations, namesOf(query.expand))
    return pageAnswer('data', await listInvoices({ sql, sealer }, caller.workspaceId, query, shape))
  },

  async get({ params: { id }, query }, { caller, sql }) {
    const shape = expanded(caller, invoiceRelations, namesOf(query.expand))
    return { data: new RawJson((await requireInvoice({ sql, workspaceId: caller.workspaceId }, id, shape)).json) }
  },
})
