import { bigint, text } from '@matterbase/db'
import { recordEvents, telling } from '../tx/events.ts'
import { requireInvoice } from './find-invoice.ts'
import { invoiceJson } from './invoice-json.ts'
import type { InvoiceStatus } from '@matterbase/schemas'
import { replaceLines } from './invoice-lines.ts'
import type { NewLine } from './invoice-lines.ts'
import { nextInvoiceNumber, requireFreeNumber } from './invoice-numbers.ts'
import { settleTime } from './invoice-time.ts'
import { conflict } from '../verbs/refused.ts'
import { requireRecord } from '../tx/require-record.ts'
import type { Tx } from '../tx/write.ts'
import { verb } from '../verbs/verb.ts'

export interface NewInvoice {
  /** Unique in its workspace. Default: the one after the newest invoice's. */
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
  readonly lines?: readonly NewLine[] | undefined
}

/** Creates an invoice and answers it as JSON text; the time on its lines is billed with it. */
export const createInvoice = verb({
  allow: ['invoices:write'],
  async run(tx, _actor, invoice: NewInvoice) {
    const number = invoice.number ?? (await nextInvoiceNumber(tx.sql, tx.workspaceId))
    return { number, json: await insertInvoice(tx, { ...invoice, number }) }
  },
  action: 'invoice.created',
  note: (_invoice, { number }) => ({ target: number }),
})

/** @throws RefusedError when the number is taken, the matter or client is not in the workspace, or time cannot be billed. */
async function insertInvoice(tx: Tx, invoice: NewInvoice & { readonly number: string }): Promise<string> {
  const { number, total = 0, caseId = null, clientId = null, status = 'draft' } = invoice
  const { issueDate = null, dueDate = null, lines } = invoice
  await requireRecord(tx, 'matters', caseId, 'case_id')
  await requireRecord(tx, 'clients', clientId, 'client_user_id')
  await requireFreeNumber(tx, number)
  const stamp = tx.stamp()
  const [row] = await tx.sql.rows({ invoice_id: bigint })`
    INSERT INTO invoices (workspace_id, invoice_number, case_id, client_user_id, total_amount, status, issue_date, due_date,
                          created_at, updated_at)
    VALUES (${tx.workspaceId}, ${number}, ${caseId}, ${clientId}, ${String(total)}::text::numeric, ${status}, ${issueDate}::text::date,
            ${dueDate}::text::date, ${stamp}, ${stamp})
    RETURNING invoice_id`
  const id = Number(row?.invoice_id)
  if (lines) await replaceLines(tx, { id, clientId }, lines)
  const isOverdue = await noteOverdue(tx, id, status)
  const json = await enter(tx, id, status, stamp)
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
 * Sets an invoice's status and answers it as JSON text. A change into `paid`, and nothing else, sets the date and
 * amount paid and fires `invoice.paid`; a change into `cancelled` sets its time free; the same status again changes
 * nothing. One that is cancelled is not owed again. A change into `overdue` fires `invoice.overdue` when the due date
 * has passed, once for each due date.
 */
export const setInvoiceStatus = verb({
  allow: ['invoices:write'],
  async run(tx, _actor, { id, status, paidDate }: StatusChange) {
    const { json: known, status: before, number } = await requireInvoice(tx, id)
    if (before === status) return { json: known, number, before }
    // Its time may be on another invoice by now, and would be billed twice.
    if (before === 'cancelled' && status !== 'paid')
      throw conflict('This invoice is cancelled and its time is free: make a new one', {
        field: 'status',
        code: 'cancelled',
      })
    const isOverdue = await noteOverdue(tx, id, status)
    const read = async () => (await requireInvoice(tx, id)).json
    const json = await telling(tx, 'invoice.updated', read, () => enter(tx, id, status, tx.stamp(), paidDate))
    if (status === 'paid') await recordEvents(tx, 'invoice.paid', [json])
    if (isOverdue) await recordEvents(tx, 'invoice.overdue', [json])
    return { json, number, before }
  },
  action: 'invoice.status_changed',
  note: ({ status }, { number, before }) =>
    before === status ? undefined : { target: number, details: { from: before, to: status } },
})

/** Whether an invoice that becomes overdue is one whose due date has passed, and for which this was not noted before. */
async function noteOverdue({ sql, workspaceId }: Tx, id: number, status: InvoiceStatus): Promise<boolean> {
  if (status !== 'overdue') return false
  const noted = await sql.run`
    UPDATE invoices SET overdue_noted = due_date
    WHERE workspace_id = ${workspaceId} AND invoice_id = ${id} AND due_date < firm_day(workspace_id, now())
      AND overdue_noted IS DISTINCT FROM due_date`
  return noted > 0
}

/** What a status brings with it, for an invoice that is not in it yet. */
async function enter(tx: Tx, id: number, status: InvoiceStatus, stamp: Date, paidDate?: string) {
  const isPaid = status === 'paid'
  await settleTime(tx, id, status)
  const [row] = await tx.sql.rows({ json: text })`
    UPDATE invoices SET status = ${status}, updated_at = ${stamp},
      paid_date = CASE WHEN ${isPaid} THEN coalesce(${paidDate ?? null}::text::date, firm_day(workspace_id, ${stamp}::timestamptz)) END,
      amount_paid = CASE WHEN ${isPaid} THEN total_amount END
    WHERE workspace_id = ${tx.workspaceId} AND invoice_id = ${id}
    RETURNING ${invoiceJson} AS json`
  if (!row) throw new Error('An invoice was not written')
  return row.json
}
