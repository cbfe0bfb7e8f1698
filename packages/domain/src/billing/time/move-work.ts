import { bigint } from '@matterbase/db'
import { renewExpenses } from '../expenses/renew-expenses.ts'
import { renewTime } from '../rates/resolve.ts'
import type { Draft } from '../../core/records/record.ts'
import { expenseTable, timeTable } from '../work/work-tables.ts'
import type { Tx } from '../../core/write/transaction.ts'

const tables = [
  { table: timeTable, updated: 'time_entry.updated' },
  { table: expenseTable, updated: 'expense.updated' },
] as const

/** Unbilled work of matters moves to their new client, or to none. */
export function moveUnbilledWork(matters: readonly Draft[]): ((tx: Tx) => Promise<void>) | undefined {
  const moved = matters.flatMap(({ existing, values }) =>
    existing && existing.values['client_id'] !== values['client_id']
      ? [{ id: existing.values.id, from: existing.values['client_id'], to: values['client_id'] }]
      : [],
  )
  if (moved.length === 0) return undefined
  return async (tx) => {
    for (const { id, from, to } of moved) if (to === null) await leaveClient(tx, id, Number(from))
    const ids = moved.map(({ id }) => id)
    await renewTime(tx, { matters: ids })
    await renewExpenses(tx, { matters: ids })
  }
}

async function leaveClient(tx: Tx, matter: number, client: number) {
  for (const { table, updated } of tables) {
    const rows = await tx.sql.rows({ id: bigint })`
      SELECT id FROM ${table.name} WHERE workspace_id = ${tx.workspaceId} AND case_id = ${matter} AND client_id = ${client}
        AND status = 'pending' AND deleted_at IS NULL ORDER BY id`
    const ids = rows.map(({ id }) => Number(id))
    await table.setColumns(
      tx,
      ['client_id'],
      ids.map((id) => ({ id, client_id: null })),
      updated,
    )
  }
}
