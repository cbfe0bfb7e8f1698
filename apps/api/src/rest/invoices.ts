import { listInvoices, requireInvoice } from '@matterbase/domain'
import type { Contract } from '@matterbase/schemas'
import type { Handlers } from '../http/operations/context.ts'
import { RawJson } from '../http/answer/raw-json.ts'
import { pageAnswer } from '../records/list.ts'
import type { ResourceDeps } from './deps.ts'

export const invoices = ({ sealer }: ResourceDeps): Handlers<Contract['invoices']> => ({
  async list({ query }, { caller, sql }) {
    return pageAnswer('data', await listInvoices({ sql, sealer }, caller.workspaceId, query))
  },

  async get({ params: { id } }, { caller: { workspaceId }, sql }) {
    return { data: new RawJson((await requireInvoice({ sql, workspaceId }, id)).json) }
  },
})
