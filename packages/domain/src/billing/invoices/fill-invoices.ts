import { bigint, bool, Prisma, text } from '@matterbase/db'
import { countLeft, workspacesWhere } from '../../core/backfills/backfill.ts'
import type { Backfill } from '../../core/backfills/backfill.ts'
import { listedColumns } from '../frozen/current-content.ts'
import { findFrozen } from '../frozen/find-frozen.ts'

const isLeft = Prisma.sql`net_amount IS NULL AND deleted_at IS NULL`

/** Stores the parts of the content that lists show, for invoices of an earlier version. */
export const fillInvoices: Backfill = {
  name: 'content of invoices',

  find: (db) =>
    workspacesWhere(
      db,
      Prisma.sql`EXISTS (SELECT FROM invoices WHERE invoices.workspace_id = workspaces.id AND ${isLeft})`,
    ),

  async fill({ sql, workspaceId }, { after, limit }) {
    const rows = await sql.rows({ id: bigint, is_frozen: bool, language: text })`
      SELECT invoice_id AS id, frozen IS NOT NULL AS is_frozen, coalesce(frozen->>'locale', '') AS language FROM invoices
      WHERE workspace_id = ${workspaceId} AND invoice_id > ${after} AND ${isLeft} ORDER BY invoice_id LIMIT ${limit}`
    for (const { id, is_frozen: isFrozen, language } of rows) {
      const content = await findFrozen(sql, workspaceId, Number(id))
      if (!content) continue
      await sql.run`
        UPDATE invoices SET ${listedColumns(content)}, language = ${isFrozen ? language : null}
        WHERE workspace_id = ${workspaceId} AND invoice_id = ${id}`
    }
    const last = rows.at(-1)
    return last && Number(last.id)
  },

  count: (db) => countLeft(db, Prisma.sql`SELECT ${isLeft} AS is_left FROM invoices WHERE deleted_at IS NULL`),
}
