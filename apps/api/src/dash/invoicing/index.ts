import {
  createInvoice,
  nextInvoiceNumber,
  requireInvoice,
  setInvoiceStatus,
  unbilledByClient,
  unbilledOfClient,
  updateInvoice,
} from '@matterbase/domain'
import type { DashContract } from '@matterbase/schemas'
import { notFound } from '../../http/errors/api-error.ts'
import type { Handlers } from '../../http/operations/context.ts'
import { RawJson } from '../../http/answer/raw-json.ts'
import { linesOf } from './lines.ts'

export const invoicing: Handlers<DashContract['invoicing']> = {
  create: ({ body }, { caller, write }) =>
    write(async (tx) => {
      const { case_id: caseId, client_user_id: clientId, issue_date: issueDate, due_date: dueDate, lines } = body
      const invoice = { number: body.invoice_number, caseId, clientId, issueDate, dueDate, lines }
      return { data: new RawJson((await createInvoice(tx, caller, invoice)).json) }
    }),

  update: ({ params: { id }, body: changes }, { caller, write, seen }) =>
    write(async (tx) => ({ data: new RawJson((await updateInvoice(tx, caller, { id, changes, seen })).json) })),

  setStatus: ({ params: { id }, body: { status, paid_date: paidDate } }, { caller, write }) =>
    write(async (tx) => {
      const { json } = await setInvoiceStatus(tx, caller, { id, status, paidDate: paidDate ?? undefined })
      return { data: new RawJson(json) }
    }),

  async lines({ params: { id } }, { caller: { workspaceId }, sql }) {
    await requireInvoice({ sql, workspaceId }, id)
    return { data: new RawJson(await linesOf(sql, workspaceId, id)) }
  },

  async nextNumber(_input, { caller: { workspaceId }, sql }) {
    return { invoice_number: await nextInvoiceNumber(sql, workspaceId) }
  },

  async unbilled(_input, { caller: { workspaceId }, sql }) {
    return { data: new RawJson(await unbilledByClient(sql, workspaceId)) }
  },

  async unbilledOfClient({ params: { id } }, { caller: { workspaceId }, sql }) {
    const clients = await sql.rows({})`
      SELECT FROM clients WHERE workspace_id = ${workspaceId} AND id = ${id} AND deleted_at IS NULL`
    if (clients.length === 0) throw notFound()
    return { data: new RawJson(await unbilledOfClient(sql, workspaceId, id)) }
  },
}
