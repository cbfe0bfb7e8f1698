import { bigint, list, oneOf, orNull, Prisma } from '@matterbase/db'
import { invoiceStatuses } from '@matterbase/schemas'
import type { Tx } from '../../core/write/transaction.ts'
import { verb } from '../../core/verbs/verb.ts'
import { renewExpenses } from '../expenses/renew-expenses.ts'
import { renewTime } from '../rates/resolve.ts'
import { noteChecked } from '../work/note-work-to-check.ts'
import { isToCheck, workTableNames, workTables, workToCheck } from '../work/work-to-check.ts'
import type { WorkTable } from '../work/work-to-check.ts'
import { setWorkStatus, statusOfWork } from './billed-work.ts'

const renewals = { time_entries: renewTime, expenses: renewExpenses } as const

interface Chosen {
  readonly work: readonly { readonly resource: WorkTable; readonly id: number }[]
}

/**
 * Moves unbilled work to the client of its matter, and gives work on an invoice the status of the invoice. Returns the
 * records that changed.
 */
export const settleWorkToCheck = verb({
  allow: ['matters:write'],
  async run(tx, _actor, { work }: Chosen) {
    const settled: Record<WorkTable, number[]> = { time_entries: [], expenses: [] }
    for (const table of workTableNames) {
      const ids = work.filter(({ resource }) => resource === table).map(({ id }) => id)
      if (ids.length > 0) settled[table] = await settleTable(tx, table, ids)
    }
    await noteChecked(tx.sql, tx.workspaceId)
    return settled
  },
  action: 'work.settled',
  note: (_chosen, settled) => ({ target: 'work of an earlier version', details: settled }),
})

async function settleTable(tx: Tx, table: WorkTable, ids: readonly number[]): Promise<number[]> {
  const { sql, workspaceId } = tx
  const rows = await sql.rows({
    id: bigint,
    invoice_id: orNull(bigint),
    status: orNull(oneOf(invoiceStatuses)),
  })`
    SELECT work.id, invoice.invoice_id, invoice.status
    FROM ${workToCheck(table, Prisma.sql`work.workspace_id = ${workspaceId} AND work.id = ANY (${list(ids, 'bigint')})`)}
    LEFT JOIN invoices AS invoice ON invoice.workspace_id = ${workspaceId} AND invoice.invoice_id = work.billed_on
    WHERE ${isToCheck} ORDER BY work.id`
  for (const { id, invoice_id: invoice, status } of rows)
    if (invoice !== null && status !== null)
      await setWorkStatus(tx, workTables[table], [Number(id)], {
        status: statusOfWork[status],
        invoice_id: Number(invoice),
      })
  const found = rows.map(({ id }) => Number(id))
  // Work on an invoice is no longer pending by now, so that it keeps its client.
  await renewals[table](tx, { ids: found })
  return found
}
