import {
  addInvoice,
  findInvoice,
  nextInvoiceNumber,
  requireUnchanged,
  setInvoiceStatus,
  unbilledByClient,
  unbilledOfClient,
  updateInvoice,
} from '@matterbase/domain'
import type { Tx } from '@matterbase/domain'
import type { DashContract } from '@matterbase/schemas'
import { notFound } from '../../http/errors/api-error.ts'
import type { Handlers } from '../../http/operations/context.ts'
import { RawJson } from '../../http/answer/raw-json.ts'
import { audit } from '../audit/audit-log.ts'
import type { WorkspaceDeps } from '../deps.ts'
import { linesOf } from './lines.ts'

export const invoicing = (_deps: WorkspaceDeps): Handlers<DashContract['invoicing']> => ({
  create: ({ body }, { caller, write }) =>
    write(async (tx) => {
      const { case_id: caseId, client_user_id: clientId, issue_date: issueDate, due_date: dueDate, lines } = body
      const number = body.invoice_number ?? (await nextInvoiceNumber(tx.sql, tx.workspaceId))
      const json = await addInvoice(tx, { number, caseId, clientId, issueDate, dueDate, lines })
      await audit(tx.sql, caller, { action: 'invoice.created', target: number })
      return { data: new RawJson(json) }
    }),

  update: ({ params: { id }, body }, { caller, write, seen }) =>
    write(async (tx) => {
      requireUnchanged(seen, (await requireInvoice(tx, id)).json)
      const json = (await updateInvoice(tx, id, body)) ?? ''
      await audit(tx.sql, caller, { action: 'invoice.updated', target: numberOf(json) })
      return { data: new RawJson(json) }
    }),

  setStatus: ({ params: { id }, body: { status, paid_date: paidDate } }, { caller, write }) =>
    write(async (tx) => {
      const before = await requireInvoice(tx, id)
      const json = (await setInvoiceStatus(tx, id, status, { paidDate: paidDate ?? undefined })) ?? ''
      const details = { from: before.status, to: status }
      if (before.status !== status)
        await audit(tx.sql, caller, { action: 'invoice.status_changed', target: numberOf(json), details })
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
    const clients = await sql.$queryRaw<object[]>`
      SELECT FROM clients WHERE workspace_id = ${workspaceId} AND id = ${id} AND deleted_at IS NULL`
    if (clients.length === 0) throw notFound()
    return { data: new RawJson(await unbilledOfClient(sql, workspaceId, id)) }
  },
})

/** @throws ApiError not_found. */
async function requireInvoice(of: Pick<Tx, 'sql' | 'workspaceId'>, id: number) {
  const invoice = await findInvoice(of, id)
  if (!invoice) throw notFound()
  return invoice
}

const numberOf = (json: string) => (JSON.parse(json) as { invoice_number: string }).invoice_number
