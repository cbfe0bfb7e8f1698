import { bigint, Prisma } from '@matterbase/db'
import { countLeft, workspacesWhere } from '../../core/backfills/backfill.ts'
import type { Backfill } from '../../core/backfills/backfill.ts'
import { billedKinds, workColumns } from './billed-work.ts'
import type { WorkColumn } from './billed-work.ts'

const ofVoided = (column: WorkColumn) => Prisma.sql`
  ${billedKinds[column].kind.table.name} AS work
  JOIN invoices AS invoice ON invoice.workspace_id = work.workspace_id AND invoice.invoice_id = work.invoice_id`

const isLeft = Prisma.sql`work.status = 'pending' AND work.deleted_at IS NULL AND invoice.status = 'cancelled'`

const each = (select: (column: WorkColumn) => Prisma.Sql) => Prisma.join(workColumns.map(select), ' UNION ALL ')

/**
 * Unbilled work names no invoice. A version that does not know `invoice_id` left the number of an invoice that it voided.
 * Readers have seen this number, so each record has a stamp and an event.
 */
export const releaseVoidedWork: Backfill = {
  name: 'work of voided invoices',

  find: (db) =>
    workspacesWhere(
      db,
      Prisma.sql`id IN (${each((column) => Prisma.sql`SELECT work.workspace_id FROM ${ofVoided(column)} WHERE ${isLeft}`)})`,
    ),

  // A released record is not found again, so both tables begin at their first one.
  async fill(tx, { after, limit }) {
    const { sql, workspaceId } = tx
    let count = 0
    for (const column of workColumns) {
      const { kind, updated } = billedKinds[column]
      const rows = await sql.rows({ id: bigint })`
        SELECT work.id FROM ${ofVoided(column)}
        WHERE work.workspace_id = ${workspaceId} AND invoice.workspace_id = ${workspaceId} AND ${isLeft}
        ORDER BY work.id LIMIT ${limit}`
      const changes = rows.map(({ id }) => ({ id: Number(id), invoice_id: null }))
      await kind.table.setColumns(tx, ['invoice_id'], changes, updated)
      count += changes.length
    }
    return count > 0 ? after : undefined
  },

  count: (db) =>
    countLeft(
      db,
      each((column) => Prisma.sql`SELECT true AS is_left FROM ${ofVoided(column)} WHERE ${isLeft}`),
    ),
}
