import type { Db } from './client.ts'
import { recordEvents } from './events.ts'
import { Prisma } from './generated/client.ts'
import { jsonOf } from './json.ts'
import { requireRecord } from './require-record.ts'
import { write } from './write.ts'
import type { Tx } from './write.ts'

/** Writes a row of `invoices` as JSON text: what GET answers and what events carry. */
export const invoiceJson = jsonOf({
  invoice_id: 'plain',
  invoice_number: 'plain',
  case_id: 'plain',
  client_user_id: 'plain',
  total_amount: 'plain',
  status: 'plain',
  issue_date: 'plain',
  due_date: 'plain',
  paid_date: 'plain',
  amount_paid: 'plain',
  created_at: 'timestamp',
  updated_at: 'timestamp',
})

/** What an invoice can be (specification §2.4). */
export const invoiceStatuses = ['draft', 'sent', 'paid', 'overdue', 'cancelled'] as const

export type InvoiceStatus = (typeof invoiceStatuses)[number]

export interface NewInvoice {
  /** Unique in its workspace. */
  readonly number: string
  /** 0 or more. */
  readonly total: number
  readonly caseId?: number | undefined
  readonly clientId?: number | undefined
  /** Default `draft`. One that is created `paid` fires `invoice.paid` too. */
  readonly status?: InvoiceStatus | undefined
  /** `YYYY-MM-DD`. */
  readonly issueDate?: string | undefined
  readonly dueDate?: string | undefined
}

/**
 * Creates an invoice and answers it as JSON text.
 * @throws Error when the number is taken, or the matter or client is not in the workspace.
 */
export async function createInvoice(db: Db, workspaceId: number, invoice: NewInvoice): Promise<string> {
  const { number, total, caseId = null, clientId = null, status = 'draft', issueDate = null, dueDate = null } = invoice
  return write(db, workspaceId, async (tx) => {
    await requireRecord(tx, 'matters', caseId)
    await requireRecord(tx, 'clients', clientId)
    await requireFreeNumber(tx, number)
    const stamp = tx.stamp()
    const paid = status === 'paid'
    const json = await one(
      tx,
      Prisma.sql`
        INSERT INTO invoices (workspace_id, invoice_number, case_id, client_user_id, total_amount, status, issue_date, due_date,
                              paid_date, amount_paid, created_at, updated_at)
        VALUES (${workspaceId}, ${number}, ${caseId}, ${clientId}, ${String(total)}::text::numeric, ${status}, ${issueDate}::text::date, ${dueDate}::text::date,
                CASE WHEN ${paid} THEN (${stamp}::timestamptz AT TIME ZONE 'UTC')::date END, CASE WHEN ${paid} THEN ${String(total)}::text::numeric END, ${stamp}, ${stamp})
        RETURNING ${invoiceJson} AS json`,
    )
    if (paid && json !== undefined) await recordEvents(tx, 'invoice.paid', [json], tx.now)
    return json ?? ''
  })
}

/**
 * Sets an invoice's status and answers it as JSON text, or undefined when the workspace has no such
 * invoice. A change into `paid`, and nothing else, sets the date and amount paid and fires
 * `invoice.paid`; the same status again changes nothing.
 */
export async function updateInvoiceStatus(
  db: Db,
  workspaceId: number,
  id: number,
  status: InvoiceStatus,
): Promise<string | undefined> {
  return write(db, workspaceId, async (tx) => {
    const same = await one(
      tx,
      Prisma.sql`SELECT ${invoiceJson} AS json FROM invoices WHERE workspace_id = ${workspaceId} AND invoice_id = ${id} AND status = ${status} AND deleted_at IS NULL`,
    )
    if (same !== undefined) return same
    const stamp = tx.stamp()
    const paid = status === 'paid'
    const json = await one(
      tx,
      Prisma.sql`
        UPDATE invoices SET status = ${status}, updated_at = ${stamp},
          paid_date = CASE WHEN ${paid} THEN (${stamp}::timestamptz AT TIME ZONE 'UTC')::date END,
          amount_paid = CASE WHEN ${paid} THEN total_amount END
        WHERE workspace_id = ${workspaceId} AND invoice_id = ${id} AND deleted_at IS NULL
        RETURNING ${invoiceJson} AS json`,
    )
    if (paid && json !== undefined) await recordEvents(tx, 'invoice.paid', [json], tx.now)
    return json
  })
}

async function requireFreeNumber(tx: Tx, number: string) {
  const taken = await one(
    tx,
    Prisma.sql`SELECT ${invoiceJson} AS json FROM invoices WHERE workspace_id = ${tx.workspaceId} AND invoice_number = ${number} AND deleted_at IS NULL`,
  )
  if (taken !== undefined) throw new Error(`There is an invoice with the number ${number} already`)
}

async function one(tx: Tx, statement: Prisma.Sql): Promise<string | undefined> {
  const [row] = await tx.sql.$queryRaw<{ json: string }[]>(statement)
  return row?.json
}
