import { bigint, text } from '@matterbase/db'
import type { InvoiceStatus } from '@matterbase/schemas'
import { digitsOf } from '@matterbase/schemas/writing'
import { currentBillTo } from '../frozen/parties.ts'
import { recordChange, recordEvents } from '../../core/write/record-events.ts'
import { requireRecord } from '../../core/tx/require-record.ts'
import type { Tx } from '../../core/write/transaction.ts'
import { conflict } from '../../core/verbs/refused.ts'
import { verb } from '../../core/verbs/verb.ts'
import { isRefundedTooMuch } from '../payments/refundable.ts'
import { replaceLines } from '../lines/invoice-lines.ts'
import type { NewLine } from '../lines/invoice-lines.ts'
import { requireConfirmed } from '../numbers/confirm-numbers.ts'
import { takeNumber } from '../numbers/invoice-numbers.ts'
import { requireDueAfterIssue } from './invoice-dates.ts'
import { readState, statusFor } from './invoice-state.ts'
import type { InvoiceState } from './invoice-state.ts'
import { contentOf, issueDraft, recordReached } from './issue-invoice.ts'
import { writeStatus } from './write-invoice.ts'

export interface NewInvoice {
  /** Unique in its workspace. Default: the next number, and none for a draft. */
  readonly number?: string | undefined
  /** 0 or more. Default: the sum of the lines. */
  readonly total?: number | undefined
  readonly caseId?: number | null | undefined
  readonly clientId?: number | null | undefined
  /** Default `draft`. One that is created `paid` or `overdue` fires the event of that too. */
  readonly status?: InvoiceStatus | undefined
  /** `YYYY-MM-DD`. */
  readonly issueDate?: string | null | undefined
  readonly dueDate?: string | null | undefined
  /** ISO 4217. Default: the firm's. */
  readonly currency?: string | null | undefined
  readonly lines?: readonly NewLine[] | undefined
}

/** Creates an invoice and returns it as JSON text. The work on its lines is billed. */
export const createInvoice = verb({
  allow: ['invoices:write'],
  run: (tx, _actor, invoice: NewInvoice) => insertInvoice(tx, invoice),
  action: 'invoice.created',
  note: (_invoice, { number }) => ({ target: number }),
})

/** @throws RefusedError when the number is taken, the matter or client is not in the workspace, or time cannot be billed. */
async function insertInvoice(tx: Tx, invoice: NewInvoice) {
  const { total = 0, caseId = null, clientId = null, status: given = 'draft' } = invoice
  const { issueDate = null, dueDate = null, currency = null, lines } = invoice
  requireDueAfterIssue({ issueDate, dueDate })
  await requireRecord(tx, 'matters', caseId, 'case_id')
  await requireRecord(tx, 'clients', clientId, 'client_user_id')
  if (given !== 'draft') await requireConfirmed(tx, 'invoice')
  const isNumbered = invoice.number !== undefined || given !== 'draft'
  const number = isNumbered ? await takeNumber(tx, 'invoice', { number: invoice.number, issueDate }) : null
  const billTo = await currentBillTo(tx.sql, tx.workspaceId, clientId)
  const stamp = tx.stamp()
  const [row] = await tx.sql.rows({ invoice_id: bigint, number: text })`
    INSERT INTO invoices (workspace_id, invoice_id, invoice_number, case_id, client_user_id, total_amount, net_amount, status, issue_date,
                          due_date, currency, currency_digits, bill_to, client_reference, created_at, updated_at)
    SELECT ${tx.workspaceId}, id, coalesce(${number}, 'DRAFT-' || id), ${caseId}, ${clientId}, ${String(total)}::text::numeric, ${String(total)}::text::numeric, ${given},
           ${issueDate}::text::date, ${dueDate}::text::date, ${currency}, ${currency && digitsOf(currency)}::int, ${billTo}::json, ${billTo}::json->>'buyer_reference', ${stamp}, ${stamp}
    FROM (SELECT nextval(pg_get_serial_sequence('invoices', 'invoice_id')) AS id) AS taken
    RETURNING invoice_id, invoice_number AS number`
  if (!row) throw new Error('An invoice was not written')
  const id = Number(row.invoice_id)
  if (lines) await replaceLines(tx, { id, clientId }, lines)
  const state = await readState(tx, id)
  const status = statusFor(state, given)
  const columns = status === 'draft' ? [] : [await contentOf(tx, state)]
  const { json, isOverdue } = await writeStatus(tx, state, { status, stamp, columns })
  await recordEvents(tx, 'invoice.created', [json])
  await recordReached(tx, { json, status, isOverdue })
  return { json, number: row.number }
}

interface StatusChange {
  readonly id: number
  readonly status: InvoiceStatus
  /** When it was paid, `YYYY-MM-DD`; for a change into `paid` only. Default: today. */
  readonly paidDate?: string | undefined
}

/**
 * Sets an invoice's status and returns the invoice as JSON text. Each status except `cancelled` issues a draft.
 * `paid` sets the date and amount paid and fires `invoice.paid`. `cancelled` unbills the work, and is final. `overdue`
 * fires `invoice.overdue` when the due date has passed, once for each due date. The same status again changes nothing.
 */
export const setInvoiceStatus = verb({
  allow: ['invoices:write'],
  async run(tx, _actor, { id, status: given, paidDate }: StatusChange) {
    const state = await readState(tx, id)
    const { status: before } = state
    const status = statusFor(state, given)
    if (before === status) return { json: state.json, number: state.number, before, status }
    requireMove(state, status)
    const isIssue = before === 'draft' && status !== 'cancelled'
    const { json, isOverdue, number } = isIssue
      ? await issueDraft(tx, state, { status, paidDate })
      : { number: state.number, ...(await writeStatus(tx, state, { status, paidDate })) }
    await recordChange(tx, 'invoice.updated', { before: state.json, json })
    if (before === 'paid') await requireRefundsPaid(tx, state)
    await recordReached(tx, { json, status, isOverdue })
    return { json, number, before, status }
  },
  action: 'invoice.status_changed',
  note: (_change, { number, before, status }) =>
    before === status ? undefined : { target: number, details: { from: before, to: status } },
})

const refuse = (code: string, message: string) => conflict(message, { field: 'status', code })

/** @throws RefusedError when the invoice cannot get this status. */
function requireMove(
  { status: before, hasChanged, hasPayments, isPartlySettled }: InvoiceState,
  status: InvoiceStatus,
) {
  // Voiding unbilled the work, which another invoice may bill by now. An invoice that was created as cancelled kept it.
  if (before === 'cancelled' && (status !== 'paid' || hasChanged))
    throw refuse('cancelled', 'This invoice is void. Create a new invoice; its time is unbilled again.')
  if (status === 'draft')
    throw refuse('issued', 'This invoice is issued and keeps its number. Void it, then create a new invoice.')
  if (before === 'paid' && status !== 'cancelled' && hasPayments)
    throw refuse('has_payments', 'This invoice has payments. Reverse the payments, or create a credit note.')
  // An invoice of 0 is paid when it is issued, and can still be a mistake.
  if (status === 'cancelled' && isPartlySettled)
    throw refuse('paid', 'This invoice was partly paid, credited or written off. Create a credit note for the rest.')
}

/** @throws RefusedError when a refund to the client came from what this invoice was paid with. */
async function requireRefundsPaid(tx: Tx, { clientId, currency }: InvoiceState) {
  if (clientId !== null && (await isRefundedTooMuch(tx, { clientId: Number(clientId), currency })))
    throw refuse('refunded', 'A payment on this invoice was refunded. Reverse the refund first.')
}
