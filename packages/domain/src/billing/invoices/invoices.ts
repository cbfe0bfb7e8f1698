import { bigint, orNull, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import type { InvoiceStatus } from '@matterbase/schemas'
import { digitsOf } from '@matterbase/schemas/writing'
import { freeze } from '../frozen/find-frozen.ts'
import { recordEvents, telling } from '../../core/tx/events.ts'
import { enter } from './enter-status.ts'
import { requireInvoice } from './find-invoice.ts'
import { replaceLines } from './invoice-lines.ts'
import type { NewLine } from './invoice-lines.ts'
import { takeNumber } from './invoice-numbers.ts'
import { leaveDraft } from './issue-invoice.ts'
import { noteOverdue } from './note-overdue.ts'
import { statusWhenIssued } from './status-when-issued.ts'
import { isRefundedTooMuch } from '../payments/refundable.ts'
import { conflict } from '../../core/verbs/refused.ts'
import { requireRecord } from '../../core/tx/require-record.ts'
import type { Tx } from '../../core/tx/write.ts'
import { verb } from '../../core/verbs/verb.ts'

export interface NewInvoice {
  /** Unique in its workspace. Default: none while it is a draft, else the next one. */
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

/** Creates an invoice and answers it as JSON text; the time on its lines is billed with it. */
export const createInvoice = verb({
  allow: ['invoices:write'],
  async run(tx, _actor, invoice: NewInvoice) {
    const json = await insertInvoice(tx, invoice)
    return { number: (JSON.parse(json) as { invoice_number: string }).invoice_number, json }
  },
  action: 'invoice.created',
  note: (_invoice, { number }) => ({ target: number }),
})

/** @throws RefusedError when the number is taken, the matter or client is not in the workspace, or time cannot be billed. */
async function insertInvoice(tx: Tx, invoice: NewInvoice): Promise<string> {
  const { total = 0, caseId = null, clientId = null, status: wanted = 'draft' } = invoice
  const { issueDate = null, dueDate = null, currency = null, lines } = invoice
  await requireRecord(tx, 'matters', caseId, 'case_id')
  await requireRecord(tx, 'clients', clientId, 'client_user_id')
  const isNumbered = invoice.number !== undefined || wanted !== 'draft'
  const number = isNumbered ? await takeNumber(tx, 'invoice', { wanted: invoice.number, issueDate }) : null
  const stamp = tx.stamp()
  const [row] = await tx.sql.rows({ invoice_id: bigint })`
    INSERT INTO invoices (workspace_id, invoice_id, invoice_number, case_id, client_user_id, total_amount, status, issue_date,
                          due_date, currency, currency_digits, created_at, updated_at)
    SELECT ${tx.workspaceId}, id, coalesce(${number}, 'DRAFT-' || id), ${caseId}, ${clientId}, ${String(total)}::text::numeric, ${wanted},
           ${issueDate}::text::date, ${dueDate}::text::date, ${currency}, ${currency && digitsOf(currency)}::int, ${stamp}, ${stamp}
    FROM (SELECT nextval(pg_get_serial_sequence('invoices', 'invoice_id')) AS id) AS taken
    RETURNING invoice_id`
  const id = Number(row?.invoice_id)
  if (lines) await replaceLines(tx, { id, clientId }, lines)
  const status = await statusWhenIssued(tx, id, wanted)
  if (status !== 'draft') await freeze(tx, id)
  const isOverdue = await noteOverdue(tx, id, status)
  const json = await enter(tx, { id, status, stamp })
  await recordEvents(tx, 'invoice.created', [json])
  if (status === 'paid') await recordEvents(tx, 'invoice.paid', [json])
  if (isOverdue) await recordEvents(tx, 'invoice.overdue', [json])
  return json
}

interface StatusChange {
  readonly id: number
  readonly status: InvoiceStatus
  /** When it was paid, `YYYY-MM-DD`; for a change into `paid` only. Default: today. */
  readonly paidDate?: string | undefined
}

/**
 * Sets an invoice's status and answers it as JSON text. A draft is issued by any but `cancelled`. A change into `paid`,
 * and nothing else, sets the date and amount paid and fires `invoice.paid`; a change into `cancelled` sets its time
 * free; the same status again changes nothing. One that is cancelled is not owed or paid again. A change into `overdue` fires
 * `invoice.overdue` when the due date has passed, once for each due date.
 */
export const setInvoiceStatus = verb({
  allow: ['invoices:write'],
  async run(tx, _actor, { id, status: wanted, paidDate }: StatusChange) {
    const { json: known, status: before, number: was } = await requireInvoice(tx, id)
    const status = await statusWhenIssued(tx, id, wanted)
    if (before === status) return { json: known, number: was, before, status }
    await requireMove(tx, id, before, status)
    const read = async () => (await requireInvoice(tx, id)).json
    const { json, isOverdue } = await telling(tx, 'invoice.updated', read, async () => {
      if (before === 'draft' && status !== 'cancelled') await leaveDraft(tx, id)
      const isOverdue = await noteOverdue(tx, id, status)
      return { json: await enter(tx, { id, status, paidDate }), isOverdue }
    })
    if (before === 'paid') await requireRefundsPaid(tx, id)
    if (status === 'paid') await recordEvents(tx, 'invoice.paid', [json])
    if (isOverdue) await recordEvents(tx, 'invoice.overdue', [json])
    return { json, number: (await requireInvoice(tx, id)).number, before, status }
  },
  action: 'invoice.status_changed',
  note: (_change, { number, before, status }) =>
    before === status ? undefined : { target: number, details: { from: before, to: status } },
})

const refuse = (code: string, message: string) => conflict(message, { field: 'status', code })

/** @throws RefusedError for what cannot become of an invoice. */
async function requireMove({ sql, workspaceId }: Tx, id: number, before: InvoiceStatus, status: InvoiceStatus) {
  // Its time may be on another invoice by now, and would be billed and paid twice.
  if (before === 'cancelled' && (status !== 'paid' || (await wasSetLater(sql, workspaceId, id))))
    throw refuse('cancelled', 'This invoice is void. Create a new invoice; its time is unbilled again.')
  if (status === 'draft')
    throw refuse('issued', 'This invoice is issued and keeps its number. Void it, then create a new invoice.')
  if (before === 'paid' && status !== 'cancelled' && (await hasPayments(sql, workspaceId, id)))
    throw refuse('has_payments', 'This invoice has payments. Reverse the payments, or create a credit note.')
  if (status !== 'cancelled') return
  const paid = await sql.rows({})`
    SELECT FROM invoices WHERE workspace_id = ${workspaceId} AND invoice_id = ${id} AND (amount_paid > 0 OR credited > 0)`
  // One of 0 is paid from the start, and can be a mistake all the same.
  if (paid.length > 0)
    throw refuse('paid', 'This invoice was partly paid or credited. Create a credit note for the rest.')
}

/** Whether an invoice was voided or settled here. One that was entered as cancelled set no time free, and can be paid. */
async function wasSetLater(sql: Sql, workspaceId: number, id: number) {
  const rows = await sql.rows({})`
    SELECT FROM invoices WHERE workspace_id = ${workspaceId} AND invoice_id = ${id} AND updated_at > created_at`
  return rows.length > 0
}

async function hasPayments(sql: Sql, workspaceId: number, id: number) {
  const rows = await sql.rows({})`
    SELECT FROM allocations WHERE workspace_id = ${workspaceId} AND invoice_id = ${id} LIMIT 1`
  return rows.length > 0
}

/** @throws RefusedError where the client was paid back what this invoice was paid with. */
async function requireRefundsPaid(tx: Tx, id: number) {
  const [of] = await tx.sql.rows({ client_id: orNull(bigint), currency: orNull(text) })`
    SELECT client_user_id AS client_id, currency FROM invoices WHERE workspace_id = ${tx.workspaceId} AND invoice_id = ${id}`
  if (of?.client_id == null) return
  if (await isRefundedTooMuch(tx, { clientId: Number(of.client_id), currency: of.currency }))
    throw refuse('refunded', 'A payment on this invoice was refunded. Reverse the refund first.')
}
