import {
  createInvoice,
  deleteInvoice,
  findLines,
  issueInvoice,
  listInvoicesOfMatter,
  lastNumbered,
  planNumber,
  records,
  requireInvoice,
  setInvoiceStatus,
  unbilledByClient,
  unbilledExpensesOf,
  unbilledOfClient,
  updateInvoice,
} from '@matterbase/domain'
import type { DashContract } from '@matterbase/schemas'
import type { Handlers } from '../../../http/operations/context.ts'
import { RawJson } from '../../../http/answer/raw-json.ts'
import { pageAnswer } from '../../../records/list.ts'
import type { WorkspaceDeps } from '../../deps.ts'

export const invoicing = ({ sealer }: WorkspaceDeps): Handlers<DashContract['invoicing']> => ({
  async ofMatter({ params: { id }, query }, { caller: { workspaceId }, sql }) {
    await records.matters.get(sql, workspaceId, id)
    return pageAnswer('data', await listInvoicesOfMatter({ sql, sealer }, workspaceId, id, query))
  },

  create: ({ body }, { caller, write }) =>
    write(async (tx) => {
      const { case_id: caseId, client_user_id: clientId, issue_date: issueDate, due_date: dueDate, ...more } = body
      const invoice = { caseId, clientId, issueDate, dueDate, ...more }
      return { data: new RawJson((await createInvoice(tx, caller, invoice)).json) }
    }),

  update: ({ params: { id }, body: changes }, { caller, write, seen }) =>
    write(async (tx) => ({ data: new RawJson((await updateInvoice(tx, caller, { id, changes, seen })).json) })),

  remove: ({ params: { id } }, { caller, write, seen }) =>
    write(async (tx) => {
      await deleteInvoice(tx, caller, { id, seen })
      return { success: true as const }
    }),

  issue: ({ params: { id }, body }, { caller, write, seen }) =>
    write(async (tx) => {
      const { invoice_number: number, issue_date: issueDate, due_date: dueDate } = body
      return { data: new RawJson((await issueInvoice(tx, caller, { id, number, issueDate, dueDate, seen })).json) }
    }),

  setStatus: ({ params: { id }, body: { status, paid_date: paidDate } }, { caller, write }) =>
    write(async (tx) => {
      const { json } = await setInvoiceStatus(tx, caller, { id, status, paidDate: paidDate ?? undefined })
      return { data: new RawJson(json) }
    }),

  async lines({ params: { id } }, { caller: { workspaceId }, sql }) {
    await requireInvoice({ sql, workspaceId }, id)
    const { lines, currency, net, taxes } = await findLines(sql, workspaceId, id)
    return { data: new RawJson(lines), currency, net: new RawJson(net), taxes: new RawJson(taxes) }
  },

  async nextNumber({ query: { issue_date: day } }, { caller: { workspaceId }, sql }) {
    const previous = await lastNumbered(sql, workspaceId)
    const { number, keepsYear } = await planNumber(sql, workspaceId, 'invoice', day)
    return { invoice_number: number, keeps_year: keepsYear, previous }
  },

  async unbilled(_input, { caller: { workspaceId }, sql }) {
    return { data: new RawJson(await unbilledByClient(sql, workspaceId)) }
  },

  async unbilledOfClient({ params: { id } }, { caller: { workspaceId }, sql }) {
    await records.clients.get(sql, workspaceId, id)
    const [time, expenses] = await Promise.all([
      unbilledOfClient(sql, workspaceId, id),
      unbilledExpensesOf(sql, workspaceId, id),
    ])
    return { data: new RawJson(time), expenses: new RawJson(expenses) }
  },
})
