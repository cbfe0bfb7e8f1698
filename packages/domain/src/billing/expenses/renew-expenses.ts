import { bigint, orNull, Prisma } from '@matterbase/db'
import { isAmong } from '../rates/resolve.ts'
import type { WhichWork } from '../rates/resolve.ts'
import { clientOfWork } from '../work/client-of-work.ts'
import { expenseTable } from '../work/work-tables.ts'
import type { Tx } from '../../core/write/transaction.ts'

// The batch limits how long other writes of the workspace wait.
const batch = 5_000

/** Gives expenses that are not billed the client of their matter. @param which default: all of the workspace. */
export async function renewExpenses(tx: Tx, which?: WhichWork): Promise<void> {
  for (let after = 0n; ;) {
    const changed = await staleExpenses(tx, after, which)
    const values = changed.map(({ id, client_id: client }) => ({
      id: Number(id),
      client_id: client === null ? null : Number(client),
    }))
    await expenseTable.setColumns(tx, ['client_id'], values, 'expense.updated')
    const last = changed.at(-1)
    if (!last || changed.length < batch) return
    after = last.id
  }
}

const staleExpenses = ({ sql, workspaceId }: Tx, after: bigint, which: WhichWork | undefined) =>
  sql.rows({ id: bigint, client_id: orNull(bigint) })`
    SELECT id, client_id FROM (
      SELECT work.id, work.client_id AS old_client, ${clientOfWork(workspaceId)} AS client_id FROM expenses AS work
      WHERE work.workspace_id = ${workspaceId} AND work.status = 'pending' AND work.deleted_at IS NULL AND work.id > ${after}
        ${isAmong(which)}
    ) AS found
    WHERE client_id IS DISTINCT FROM old_client
    ORDER BY found.id LIMIT ${Prisma.raw(String(batch))}`
