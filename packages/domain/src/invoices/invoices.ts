import type { Db } from '@matterbase/db'
import { recordEvents } from '../tx/events.ts'
import { Prisma } from '@matterbase/db'
import { findInvoice } from './find-invoice.ts'
import { invoiceJson } from './invoice-json.ts'
import type { InvoiceStatus } from './invoice-json.ts'
import { replaceLines } from './invoice-lines.ts'
import type { NewLine } from './invoice-lines.ts'
import { requireFreeNumber } from './invoice-numbers.ts'
import { settleTime } from './invoice-time.ts'
import { conflict } from '../verbs/refused.ts'
import { requireRecord } from '../tx/require-record.ts'
import { write } from '../tx/write.ts'
import type { Tx } from '../tx/write.ts'

export interface NewInvoice {
  /** Unique in its workspace. */
  readonly number: string
  /** 0 or more. Default: the sum of the lines. */
  readonly total?: number | undefined
  readonly caseId?: number | null | undefined
  readonly clientId?: number | null | undefined
  /** Default `draft`. One that is created `paid` fires `invoice.paid` too. */
  readonly status?: InvoiceStatus | undefined
  /** `YYYY-MM-DD`. */
  readonly issueDate?: string | null | undefined
  readonly dueDate?: string | null | undefined
  readonly lines?: readonly NewLine[] | undefined
}

/**
 * Creates an invoice and answers it as JSON text; the time on its lines is billed with it.
 * @throws RefusedError when the number is taken, the matter or client is not in the workspace, or time cannot be billed.
 */
export async function addInvoice(tx: Tx, invoice: NewInvoice): Promise<string> {
  const { number, total = 0, caseId = null, clientId = null, status = 'draft' } = invoice
  const { issueDate = null, dueDate = null, lines } = invoice
  await requireRecord(tx, 'matters', caseId, 'case_id')
  await requireRecord(tx, 'clients', clientId, 'client_user_id')
  await requireFreeNumber(tx, number)
  const stamp = tx.stamp()
  const [row] = await tx.sql.$queryRaw<{ invoice_id: bigint }[]>`
    INSERT INTO invoices (workspace_id, invoice_number, case_id, client_user_id, total_amount, status, issue_date, due_date,
                          created_at, updated_at)
    VALUES (${tx.workspaceId}, ${number}, ${caseId}, ${clientId}, ${String(total)}::text::numeric, ${status}, ${issueDate}::text::date,
            ${dueDate}::text::date, ${stamp}, ${stamp})
    RETURNING invoice_id`
  const id = Number(row?.invoice_id)
  if (lines) await replaceLines(tx, { id, clientId }, lines)
  return enter(tx, id, status, stamp)
}

interface StatusOptions {
  /** When it was paid, `YYYY-MM-DD`; for a change into `paid` only. Default: today, in UTC. */
  readonly paidDate?: string | undefined
}

/**
 * Sets an invoice's status and answers it as JSON text, or undefined when the workspace has no such
 * invoice. A change into `paid`, and nothing else, sets the date and amount paid and fires
 * `invoice.paid`; a change into `cancelled` sets its time free; the same status again changes nothing.
 * @throws RefusedError when it is cancelled and would be owed again.
 */
export async function setInvoiceStatus(
  tx: Tx,
  id: number,
  status: InvoiceStatus,
  options: StatusOptions = {},
): Promise<string | undefined> {
  const invoice = await findInvoice(tx, id)
  if (!invoice || invoice.status === status) return invoice?.json
  // Its time may be on another invoice by now, and would be billed twice.
  if (invoice.status === 'cancelled' && status !== 'paid')
    throw conflict('This invoice is cancelled and its time is free: make a new one', {
      field: 'status',
      code: 'cancelled',
    })
  return enter(tx, id, status, tx.stamp(), options)
}

/** What a status brings with it, for an invoice that is not in it yet. */
async function enter(tx: Tx, id: number, status: InvoiceStatus, stamp: Date, { paidDate }: StatusOptions = {}) {
  const isPaid = status === 'paid'
  await settleTime(tx, id, status)
  const [row] = await tx.sql.$queryRaw<{ json: string }[]>`
    UPDATE invoices SET status = ${status}, updated_at = ${stamp},
      paid_date = CASE WHEN ${isPaid} THEN coalesce(${paidDate ?? null}::text::date, (${stamp}::timestamptz AT TIME ZONE 'UTC')::date) END,
      amount_paid = CASE WHEN ${isPaid} THEN total_amount END
    WHERE workspace_id = ${tx.workspaceId} AND invoice_id = ${id}
    RETURNING ${invoiceJson} AS json`
  if (!row) throw new Error('An invoice was not written')
  if (isPaid) await recordEvents(tx, 'invoice.paid', [row.json], tx.now)
  return row.json
}

/** `addInvoice` as a transaction of its own. */
export async function createInvoice(db: Db, workspaceId: number, invoice: NewInvoice): Promise<string> {
  return write(db, workspaceId, (tx) => addInvoice(tx, invoice))
}

/** `setInvoiceStatus` as a transaction of its own. */
export async function updateInvoiceStatus(
  db: Db,
  workspaceId: number,
  id: number,
  status: InvoiceStatus,
): Promise<string | undefined> {
  return write(db, workspaceId, (tx) => setInvoiceStatus(tx, id, status))
}

// In one transaction, so that others need not wait long for the workspace.
const overdueBatch = 50

/**
 * Makes the workspace's sent invoices whose due date has passed (in UTC) overdue.
 * @returns how many.
 */
export async function markOverdue(db: Db, workspaceId: number): Promise<number> {
  for (let count = 0; ; count += overdueBatch) {
    const made = await markSome(db, workspaceId)
    if (made < overdueBatch) return count + made
  }
}

function markSome(db: Db, workspaceId: number): Promise<number> {
  return write(db, workspaceId, async (tx) => {
    const due = await tx.sql.$queryRaw<{ invoice_id: bigint }[]>`
      SELECT invoice_id FROM invoices WHERE workspace_id = ${workspaceId} AND ${isPastDue}
      ORDER BY due_date LIMIT ${overdueBatch}`
    for (const { invoice_id: id } of due) await setInvoiceStatus(tx, Number(id), 'overdue')
    return due.length
  })
}

/** The workspaces that `markOverdue` has work in. */
export async function workspacesWithOverdue(db: Db): Promise<number[]> {
  const rows = await db.$queryRaw<
    { workspace_id: number }[]
  >`SELECT DISTINCT workspace_id FROM invoices WHERE ${isPastDue}`
  return rows.map(({ workspace_id: id }) => id)
}

const isPastDue = Prisma.sql`status = 'sent' AND due_date < (now() AT TIME ZONE 'UTC')::date AND deleted_at IS NULL`
