import { randomUUID } from 'node:crypto'
import {
  createDocument,
  createInvoice,
  declineDocument,
  deleteInvoice,
  documentJson,
  findDocument,
  noteView,
  setInvoiceStatus,
  signDocument,
  systemActor,
} from '@matterbase/domain'
import type { Actor, Tx } from '@matterbase/domain'
import {
  createCreditNote,
  creditNoteReads,
  paymentReads,
  recordPayment,
  removePayment,
  spendCredit,
} from '@matterbase/domain/payments'
import { noteSending } from '@matterbase/domain/sending'
import type { CommandLineContract, InvoiceStatus } from '@matterbase/schemas'
import { RawJson } from '../http/answer/raw-json.ts'
import type { Handlers } from '../http/operations/context.ts'
import { requireTestWorkspace } from './deps.ts'

/** The writes of `matterbase trigger` to resources that are read-only in the API. The system is their actor, so they need no scope. */
export const testRecords: Handlers<CommandLineContract['testRecords']> = {
  async invoice({ body }, { caller, write }) {
    requireTestWorkspace(caller)
    const actor = systemActor(caller)
    const { invoice_number: number, total_amount: total = 1250.5, status = 'draft', ...rest } = body
    const { case_id: caseId, client_user_id: clientId, issue_date: issueDate, due_date: dueDate } = rest
    const invoice = { number, total, caseId, clientId, issueDate, dueDate }

    const setStatus = (tx: Tx, json: string, next: InvoiceStatus) =>
      setInvoiceStatus(tx, actor, { id: idOf(json), status: next })

    return write(async (tx) => {
      const made = await createInvoice(tx, actor, invoice)
      const { json } = status === 'draft' ? made : await setStatus(tx, made.json, status)
      if (body.is_sent) await noteSending(tx, idOf(json))
      if (body.is_deleted) await deleteInvoice(tx, actor, { id: idOf(json) })
      return { data: new RawJson(json) }
    })
  },

  async payment({ body }, { caller, write }) {
    requireTestWorkspace(caller)
    const actor = systemActor(caller)
    const { client_id: clientId, amount = 1250.5, paid_on: paidOn, method = 'Bank transfer', reference, change } = body
    return write(async (tx) => {
      const payment = { client_id: clientId, amount, paid_on: paidOn ?? dayOf(tx), method, reference }
      // Without allocations it stays the credit of the client.
      const { id } = await recordPayment(tx, actor, { ...payment, key: randomUUID(), allocations: [] })
      const { sql, workspaceId } = tx
      if (change === 'updated')
        await spendCredit(tx, actor, await issuedInvoice(tx, actor, { clientId, total: amount }))
      const json = await paymentReads.get(sql, workspaceId, id)
      if (change === 'deleted') await removePayment(tx, actor, id)
      return { data: new RawJson(json) }
    })
  },

  async creditNote({ body: { client_id: clientId, reason = 'Billed twice', is_spent: isSpent } }, { caller, write }) {
    requireTestWorkspace(caller)
    const actor = systemActor(caller)
    const bill = { clientId, total: 1250.5 }
    return write(async (tx) => {
      const invoice = await issuedInvoice(tx, actor, bill)
      // The credit of a paid invoice belongs to the client.
      if (isSpent) await setInvoiceStatus(tx, actor, { id: invoice, status: 'paid' })
      const { id } = await createCreditNote(tx, actor, { invoice_id: invoice, reason })
      if (isSpent) await spendCredit(tx, actor, await issuedInvoice(tx, actor, bill))
      return { data: new RawJson(await creditNoteReads.get(tx.sql, tx.workspaceId, id)) }
    })
  },

  async document({ body }, { caller, write }) {
    requireTestWorkspace(caller)
    const actor = systemActor(caller)
    const { title = 'Engagement letter', signer_name: signerName = 'Jane Doe' } = body
    const {
      signer_email: signerEmail = 'jane@example.com',
      case_id: caseId,
      client_id: clientId,
      change = 'signed',
    } = body
    return write(async (tx) => {
      const { id } = await createDocument(tx, actor, { title, signerName, signerEmail, caseId, clientId })
      if (change === 'viewed') await noteView(tx, id)
      if (change === 'signed') await signDocument(tx, actor, { id })
      if (change === 'declined') await declineDocument(tx, actor, { id, reason: null, member: null })
      return { data: new RawJson((await findDocument(tx, id, documentJson)) ?? '{}') }
    })
  },
}

async function issuedInvoice(tx: Tx, actor: Actor, invoice: { clientId: number; total: number }): Promise<number> {
  return idOf((await createInvoice(tx, actor, { ...invoice, status: 'sent' })).json)
}

const dayOf = ({ now }: Tx) => now.toISOString().slice(0, 10)

const idOf = (json: string) => (JSON.parse(json) as { invoice_id: number }).invoice_id
