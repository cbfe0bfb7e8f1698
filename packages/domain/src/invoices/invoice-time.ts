import { bigint, filled } from '@matterbase/db'
import type { InvoiceStatus } from '@matterbase/schemas'
import { renewRates } from '../rates/resolve.ts'
import { records } from '../records/kinds.ts'
import { toldOf } from '../tx/events.ts'
import type { Tx } from '../tx/write.ts'

const statusOfTime = { draft: 'billed', sent: 'billed', overdue: 'billed', paid: 'paid', cancelled: 'pending' } as const

/** Gives the time on an invoice the status that goes with the invoice's; a cancelled one lets go of it. */
export async function settleTime(tx: Tx, invoiceId: number, status: InvoiceStatus): Promise<void> {
  const ids = await timeOf(tx, invoiceId)
  await setTimeStatus(tx, ids, statusOfTime[status])
  if (status === 'cancelled')
    await tx.sql.run`
      UPDATE invoice_lines SET time_entry_id = NULL WHERE workspace_id = ${tx.workspaceId} AND invoice_id = ${invoiceId}`
}

/** The time entries on an invoice. */
export async function timeOf({ sql, workspaceId }: Tx, invoiceId: number): Promise<number[]> {
  const rows = await sql.rows({ time_entry_id: filled(bigint) })`
    SELECT time_entry_id FROM invoice_lines
    WHERE workspace_id = ${workspaceId} AND invoice_id = ${invoiceId} AND time_entry_id IS NOT NULL`
  return rows.map(({ time_entry_id: id }) => Number(id))
}

/** Sets the status of time entries; each that changes has a stamp of its own. */
export async function setTimeStatus(tx: Tx, ids: readonly number[], status: 'pending' | 'billed' | 'paid') {
  if (ids.length === 0) return
  const changing = await tx.sql.rows({ id: bigint })`
    SELECT id FROM time_entries
    WHERE workspace_id = ${tx.workspaceId} AND id = ANY (${ids}::bigint[]) AND status <> ${status} AND deleted_at IS NULL ORDER BY id`
  const { table } = records.timeEntries
  const entries = changing.map(({ id }) => Number(id))
  await table.setColumn(tx, entries, 'status', status, toldOf(tx, 'time_entry.updated'))
  // What is free again is billed at what holds by then.
  if (status === 'pending') await renewRates(tx, entries)
}
