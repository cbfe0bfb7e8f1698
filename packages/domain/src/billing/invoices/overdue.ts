import { bigint, environment, int, Prisma, text } from '@matterbase/db'
import type { Db } from '@matterbase/db'
import { write } from '../../core/write/transaction.ts'
import { systemActor } from '../../core/verbs/actor.ts'
import type { Workspace } from '../../core/verbs/actor.ts'
import { openAmount } from '../payments/open.ts'
import { setInvoiceStatus } from './invoices.ts'

// Invoices per transaction. The limit bounds how long other writes of the workspace wait.
const overdueBatch = 50

/** Marks the workspace's sent invoices as overdue when their due date has passed at the firm. @returns how many. */
export async function markOverdue(db: Db, workspace: Workspace): Promise<number> {
  for (let count = 0; ; count += overdueBatch) {
    const made = await markSome(db, workspace)
    if (made < overdueBatch) return count + made
  }
}

function markSome(db: Db, workspace: Workspace): Promise<number> {
  const { workspaceId } = workspace
  const actor = systemActor(workspace)
  return write(db, workspaceId, async (tx) => {
    const due = await tx.sql.rows({ invoice_id: bigint })`
      SELECT invoice_id FROM invoices WHERE workspace_id = ${workspaceId} AND ${isPastDue}
      ORDER BY due_date LIMIT ${overdueBatch}`
    for (const { invoice_id: id } of due) await setInvoiceStatus(tx, actor, { id: Number(id), status: 'overdue' })
    return due.length
  })
}

/** The workspaces that `markOverdue` has work in. */
export function workspacesWithOverdue(db: Db): Promise<Workspace[]> {
  return db.rows({ workspaceId: int, ownerUuid: text, environment })`
    SELECT id AS "workspaceId", owner_uuid::text AS "ownerUuid", environment::text FROM workspaces
    WHERE id IN (SELECT workspace_id FROM invoices WHERE ${isPastDue})`
}

// No firm is more than a day ahead of UTC, and the index knows days only.
const isPastDue = Prisma.sql`
  status = 'sent' AND due_date < (now() AT TIME ZONE 'UTC')::date + 1 AND due_date < firm_day(workspace_id, now()) AND deleted_at IS NULL AND ${openAmount} > 0`
