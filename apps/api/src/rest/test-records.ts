import {
  createDocument,
  createInvoice,
  deleteInvoice,
  setInvoiceStatus,
  signDocument,
  systemActor,
} from '@matterbase/domain'
import type { Tx } from '@matterbase/domain'
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
      if (body.is_deleted) await deleteInvoice(tx, actor, { id: idOf(json) })
      return { data: new RawJson(json) }
    })
  },

  async document({ body }, { caller, write }) {
    requireTestWorkspace(caller)
    const actor = systemActor(caller)
    const { title = 'Engagement letter', signer_name: signerName = 'Jane Doe' } = body
    const { signer_email: signerEmail = 'jane@example.com', case_id: caseId, client_id: clientId } = body
    return write(async (tx) => {
      const { id } = await createDocument(tx, actor, { title, signerName, signerEmail, caseId, clientId })
      const { json } = await signDocument(tx, actor, { id })
      return { data: new RawJson(json) }
    })
  },
}

const idOf = (json: string) => (JSON.parse(json) as { invoice_id: number }).invoice_id
