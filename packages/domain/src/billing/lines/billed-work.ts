import { bigint, filled, identifier } from '@matterbase/db'
import type { InvoiceStatus } from '@matterbase/schemas'
import { renewExpenses } from '../expenses/renew-expenses.ts'
import { renewTime } from '../rates/resolve.ts'
import { records } from '../work/record-kinds.ts'
import type { Tx } from '../../core/write/transaction.ts'

/** The records that lines bill, by the column of `invoice_lines` that refers to them. */
export const billedKinds = {
  time_entry_id: { kind: records.timeEntries, updated: 'time_entry.updated' },
  expense_id: { kind: records.expenses, updated: 'expense.updated' },
} as const

export type WorkColumn = keyof typeof billedKinds

export const workColumns = ['time_entry_id', 'expense_id'] as const satisfies readonly WorkColumn[]

/** The status of work on an invoice with a status. */
export const statusOfWork = {
  draft: 'billed',
  sent: 'billed',
  overdue: 'billed',
  paid: 'paid',
  cancelled: 'pending',
} as const

/**
 * Gives the time and expenses on an invoice the status that belongs to the invoice's status. A cancelled invoice
 * releases them.
 */
export async function settleWork(tx: Tx, invoiceId: number, status: InvoiceStatus): Promise<void> {
  for (const column of workColumns)
    await setWorkStatus(tx, column, await workOn(tx, invoiceId, column), {
      status: statusOfWork[status],
      invoice_id: status === 'cancelled' ? null : invoiceId,
    })
  if (status === 'cancelled')
    await tx.sql.run`
      UPDATE invoice_lines SET time_entry_id = NULL, expense_id = NULL
      WHERE workspace_id = ${tx.workspaceId} AND invoice_id = ${invoiceId}`
}

/** The time entries or the expenses on an invoice. */
export async function workOn({ sql, workspaceId }: Tx, invoiceId: number, column: WorkColumn): Promise<number[]> {
  const rows = await sql.rows({ id: filled(bigint) })`
    SELECT ${identifier(column)} AS id FROM invoice_lines
    WHERE workspace_id = ${workspaceId} AND invoice_id = ${invoiceId} AND ${identifier(column)} IS NOT NULL`
  return rows.map(({ id }) => Number(id))
}

interface Billing {
  readonly status: 'pending' | 'billed' | 'paid'
  /** The invoice that bills the work. Null for unbilled work. */
  readonly invoice_id: number | null
}

/** Sets the status and the invoice of time entries or expenses; each that changes has a stamp of its own. */
export async function setWorkStatus(tx: Tx, column: WorkColumn, ids: readonly number[], billing: Billing) {
  if (ids.length === 0) return
  const { kind, updated } = billedKinds[column]
  const changing = await tx.sql.rows({ id: bigint })`
    SELECT id FROM ${kind.table.name}
    WHERE workspace_id = ${tx.workspaceId} AND id = ANY (${ids}::bigint[]) AND deleted_at IS NULL
      AND (status <> ${billing.status} OR invoice_id IS DISTINCT FROM ${billing.invoice_id}::bigint) ORDER BY id`
  const found = changing.map(({ id }) => Number(id))
  await kind.table.setColumns(
    tx,
    ['status', 'invoice_id'],
    found.map((id) => ({ id, ...billing })),
    updated,
  )
  // Released work gets the current client and rate.
  if (billing.status !== 'pending') return
  await (column === 'time_entry_id' ? renewTime : renewExpenses)(tx, { ids: found })
}
