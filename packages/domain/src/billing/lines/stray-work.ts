import { bigint, environment, identifier, int, oneOf, Prisma, text } from '@matterbase/db'
import type { Db } from '@matterbase/db'
import { invoiceStatuses } from '@matterbase/schemas'
import { renewExpenses } from '../expenses/renew-expenses.ts'
import { renewTime } from '../rates/resolve.ts'
import { clientOfWork } from '../work/client-of-work.ts'
import type { Tx } from '../../core/write/transaction.ts'
import { write } from '../../core/write/transaction.ts'
import type { Workspace } from '../../core/verbs/actor.ts'
import { settleWork, workColumns } from './billed-work.ts'

// Records per transaction. The limit bounds how long other writes of the workspace wait.
const batch = 50

const renewals = { time_entries: renewTime, expenses: renewExpenses } as const
const tables = ['time_entries', 'expenses'] as const

const isPending = Prisma.sql`work.status = 'pending' AND work.deleted_at IS NULL`

/** Work on an invoice that is not billed, or does not name the invoice. */
const isStray = Prisma.sql`(work.status = 'pending' OR work.invoice_id IS NULL) AND work.deleted_at IS NULL`

/** Work of earlier versions, which did not follow its matter. */
const hasOtherClient = (workspaceId: number | Prisma.Sql) =>
  Prisma.sql`${isPending} AND work.case_id IS NOT NULL AND work.client_id IS DISTINCT FROM ${clientOfWork(workspaceId)}`

/**
 * Brings unbilled work of earlier versions in line: it has the client of its matter, and what is on an invoice is not unbilled.
 * @returns how many records and invoices were looked into.
 */
export async function settleStrayWork(db: Db, { workspaceId }: Workspace): Promise<number> {
  for (let count = 0; ;) {
    const found = await write(db, workspaceId, async (tx) => (await moveSome(tx)) + (await settleSome(tx)))
    count += found
    if (found < batch) return count
  }
}

async function moveSome(tx: Tx): Promise<number> {
  let count = 0
  for (const table of tables) {
    const rows = await tx.sql.rows({ id: bigint })`
      SELECT id FROM ${identifier(table)} AS work
      WHERE workspace_id = ${tx.workspaceId} AND ${hasOtherClient(tx.workspaceId)} ORDER BY id LIMIT ${batch}`
    if (rows.length > 0) await renewals[table](tx, { ids: rows.map(({ id }) => Number(id)) })
    count += rows.length
  }
  return count
}

async function settleSome(tx: Tx): Promise<number> {
  const { sql, workspaceId } = tx
  const rows = await sql.rows({ invoice_id: bigint, status: oneOf(invoiceStatuses) })`
    SELECT invoice_id, status FROM invoices
    WHERE workspace_id = ${workspaceId} AND status <> 'cancelled' AND invoice_id IN (
      ${Prisma.join(
        workColumns.map(
          (column, at) => Prisma.sql`
            SELECT line.invoice_id FROM ${identifier(tables[at] ?? 'expenses')} AS work JOIN invoice_lines AS line
              ON line.workspace_id = work.workspace_id AND line.${identifier(column)} = work.id
            WHERE work.workspace_id = ${workspaceId} AND ${isStray}`,
        ),
        ' UNION ',
      )}) ORDER BY invoice_id LIMIT ${batch}`
  for (const { invoice_id: id, status } of rows) await settleWork(tx, Number(id), status)
  return rows.length
}

/** The workspaces that `settleStrayWork` has work in. */
export function workspacesWithStrayWork(db: Db): Promise<Workspace[]> {
  const strays = tables.flatMap((table, at) => [
    Prisma.sql`SELECT work.workspace_id FROM ${identifier(table)} AS work WHERE ${hasOtherClient(Prisma.sql`work.workspace_id`)}`,
    Prisma.sql`SELECT work.workspace_id FROM ${identifier(table)} AS work JOIN invoice_lines AS line
      ON line.workspace_id = work.workspace_id AND line.${identifier(workColumns[at] ?? 'expense_id')} = work.id
      JOIN invoices AS invoice ON invoice.workspace_id = line.workspace_id AND invoice.invoice_id = line.invoice_id
      WHERE ${isStray} AND invoice.status <> 'cancelled'`,
  ])
  return db.rows({ workspaceId: int, ownerUuid: text, environment })`
    SELECT id AS "workspaceId", owner_uuid::text AS "ownerUuid", environment::text FROM workspaces
    WHERE id IN (${Prisma.join(strays, ' UNION ')})`
}
