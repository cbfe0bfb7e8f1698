import { bigint, bool, environment, int, Prisma, text } from '@matterbase/db'
import type { Db } from '@matterbase/db'
import type { Workspace } from '../../core/verbs/actor.ts'
import { write } from '../../core/write/transaction.ts'
import type { Tx } from '../../core/write/transaction.ts'
import { listedColumns } from '../frozen/current-content.ts'
import { findFrozen } from '../frozen/find-frozen.ts'
import { writeInvoice } from './write-invoice.ts'

// Invoices per transaction. The limit bounds how long other writes of the workspace wait.
const batch = 50

const isLeft = Prisma.sql`net_amount IS NULL AND deleted_at IS NULL`

/**
 * Stores the parts of the content that lists show, for invoices of an earlier version. Each invoice has a stamp of its own, and
 * no event, because nothing happened to it.
 * @returns the number of invoices.
 */
export async function fillInvoices(db: Db, { workspaceId }: Workspace): Promise<number> {
  for (let count = 0, after = 0; ;) {
    const from = after
    const ids = await write(db, workspaceId, (tx) => fillSome(tx, from))
    count += ids.length
    after = ids.at(-1) ?? after
    if (ids.length < batch) return count
  }
}

/** Fills the next invoices after this ID, and returns their IDs. */
async function fillSome(tx: Tx, after: number): Promise<readonly number[]> {
  const { sql, workspaceId } = tx
  const rows = await sql.rows({ id: bigint, is_frozen: bool, language: text })`
    SELECT invoice_id AS id, frozen IS NOT NULL AS is_frozen, coalesce(frozen->>'locale', '') AS language FROM invoices
    WHERE workspace_id = ${workspaceId} AND invoice_id > ${after} AND ${isLeft} ORDER BY invoice_id LIMIT ${batch}`
  for (const { id, is_frozen: isFrozen, language } of rows) {
    const content = await findFrozen(sql, workspaceId, Number(id))
    if (!content) continue
    await writeInvoice(tx, Number(id), [
      listedColumns(content),
      Prisma.sql`language = ${isFrozen ? language : null}, updated_at = ${tx.stamp()}`,
    ])
  }
  return rows.map(({ id }) => Number(id))
}

/** The workspaces with invoices that `fillInvoices` has to fill. */
export const workspacesWithUnfilledInvoices = (db: Db): Promise<Workspace[]> =>
  db.rows({ workspaceId: int, ownerUuid: text, environment })`
    SELECT id AS "workspaceId", owner_uuid::text AS "ownerUuid", environment::text FROM workspaces
    WHERE EXISTS (SELECT FROM invoices WHERE invoices.workspace_id = workspaces.id AND ${isLeft})`
