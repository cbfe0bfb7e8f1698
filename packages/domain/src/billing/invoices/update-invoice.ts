import { Prisma } from '@matterbase/db'
import { requireDueAfterIssue } from './invoice-dates.ts'
import { readState } from './invoice-state.ts'
import type { InvoiceState } from './invoice-state.ts'
import { replaceLines } from '../lines/invoice-lines.ts'
import type { NewLine } from '../lines/invoice-lines.ts'
import { workColumns, workOn } from '../lines/billed-work.ts'
import { writeInvoice } from './write-invoice.ts'
import { billToColumns } from '../frozen/bill-to.ts'
import { currentBillTo } from '../frozen/parties.ts'
import { digitsOf } from '@matterbase/schemas/writing'
import { recordChange } from '../../core/write/record-events.ts'
import { conflict, invalid } from '../../core/verbs/refused.ts'
import { requireUnchanged } from '../../core/records/tag.ts'
import type { Seen } from '../../core/records/tag.ts'
import { requireRecord } from '../../core/tx/require-record.ts'
import type { Tx } from '../../core/write/transaction.ts'
import { verb } from '../../core/verbs/verb.ts'

/** The changes of a draft. Omitted fields stay as they are. */
interface InvoiceChanges {
  readonly case_id?: number | null | undefined
  readonly client_user_id?: number | null | undefined
  /** `YYYY-MM-DD`. */
  readonly issue_date?: string | null | undefined
  readonly due_date?: string | null | undefined
  /** ISO 4217; null: the firm's. With `lines` only, whose amounts are in it. */
  readonly currency?: string | null | undefined
  readonly lines?: readonly NewLine[] | undefined
}

/** The fields of a draft without its lines and currency. */
type DraftFields = { readonly [F in (typeof draftFields)[number]]: Exclude<InvoiceChanges[F], undefined> }

const draftFields = ['case_id', 'client_user_id', 'issue_date', 'due_date'] as const

interface InvoiceUpdate {
  readonly id: number
  readonly changes: InvoiceChanges
  readonly seen?: Seen | undefined
}

/** Changes a draft and returns it as JSON text. */
export const updateInvoice = verb({
  allow: ['invoices:write'],
  run: (tx, _actor, update: InvoiceUpdate) => change(tx, update),
  action: 'invoice.updated',
  note: (_update, { number }) => ({ target: number }),
})

/** @throws RefusedError when it is not a draft, and as `createInvoice` does. */
async function change(tx: Tx, { id, changes, seen }: InvoiceUpdate) {
  const draft = await readState(tx, id)
  const { json, status, number } = draft
  requireUnchanged(seen, json)
  if (status !== 'draft') throw conflict(`This invoice is ${status}. Only a draft can be changed.`)
  const { lines, currency } = changes
  if (currency !== undefined && lines === undefined)
    throw invalid(
      'lines',
      'required',
      'Send `lines` when you change `currency`, because line amounts are in that currency.',
    )
  const current = fieldsOf(draft)
  const next = {
    case_id: changes.case_id === undefined ? current.case_id : changes.case_id,
    client_user_id: changes.client_user_id === undefined ? current.client_user_id : changes.client_user_id,
    issue_date: changes.issue_date === undefined ? current.issue_date : changes.issue_date,
    due_date: changes.due_date === undefined ? current.due_date : changes.due_date,
  }
  if (lines === undefined && draftFields.every((name) => next[name] === current[name])) return { json, number, status }
  if (next.issue_date !== current.issue_date || next.due_date !== current.due_date)
    requireDueAfterIssue({ issueDate: next.issue_date, dueDate: next.due_date })
  if (next.case_id !== current.case_id) await requireRecord(tx, 'matters', next.case_id, 'case_id')
  if (next.client_user_id !== current.client_user_id) {
    await requireRecord(tx, 'clients', next.client_user_id, 'client_user_id')
    if (lines === undefined)
      for (const column of workColumns) if ((await workOn(tx, id, column)).length > 0) throw workOfAnother()
  }
  const { json: changed } = await put(tx, id, next, { lines, currency })
  await recordChange(tx, 'invoice.updated', { before: json, json: changed })
  return { json: changed, number, status }
}

const fieldsOf = ({ caseId, clientId, issueDate, dueDate }: InvoiceState): DraftFields => ({
  case_id: caseId === null ? null : Number(caseId),
  client_user_id: clientId === null ? null : Number(clientId),
  issue_date: issueDate,
  due_date: dueDate,
})

async function put(
  tx: Tx,
  id: number,
  next: DraftFields,
  { lines, currency }: Pick<InvoiceChanges, 'lines' | 'currency'>,
) {
  // The amounts of the lines have the digits of the currency.
  if (currency !== undefined)
    await tx.sql.run`
      UPDATE invoices SET currency = ${currency}, currency_digits = ${currency && digitsOf(currency)}::int
      WHERE workspace_id = ${tx.workspaceId} AND invoice_id = ${id}`
  if (lines) await replaceLines(tx, { id, clientId: next.client_user_id }, lines)
  const billTo = await currentBillTo(tx.sql, tx.workspaceId, next.client_user_id)
  return writeInvoice(tx, id, [
    Prisma.sql`case_id = ${next.case_id}, client_user_id = ${next.client_user_id}, ${billToColumns(billTo)}, updated_at = ${tx.stamp()}`,
    Prisma.sql`issue_date = ${next.issue_date}::text::date, due_date = ${next.due_date}::text::date`,
  ])
}

function workOfAnother() {
  const message = 'The time and expenses on this invoice belong to its current client. Remove them first.'
  return conflict(message, { field: 'client_user_id', code: 'has_time' })
}
