import { bigint, identifier, Prisma } from '@matterbase/db'
import { countLeft, workspacesWhere } from '../../core/backfills/backfill.ts'
import type { Backfill } from '../../core/backfills/backfill.ts'
import { billedKinds, workColumns } from './billed-work.ts'
import type { WorkColumn } from './billed-work.ts'

/** Work on an invoice, as `work` with its `line` and `invoice`. */
const onInvoice = (column: WorkColumn) => Prisma.sql`
  ${billedKinds[column].kind.table.name} AS work
  JOIN invoice_lines AS line ON line.workspace_id = work.workspace_id AND line.${identifier(column)} = work.id
  JOIN invoices AS invoice ON invoice.workspace_id = line.workspace_id AND invoice.invoice_id = line.invoice_id`

const isOfInvoice = Prisma.sql`work.status <> 'pending' AND work.deleted_at IS NULL AND invoice.status <> 'cancelled'`
const isLeft = Prisma.sql`${isOfInvoice} AND work.invoice_id IS NULL`

const each = (select: (column: WorkColumn) => Prisma.Sql) => Prisma.join(workColumns.map(select), ' UNION ALL ')

/** Stores the invoice of billed time and expenses, which an earlier version had on the lines only. */
export const fillInvoiceOfWork: Backfill = {
  name: 'invoice of billed work',

  find: (db) =>
    workspacesWhere(
      db,
      Prisma.sql`id IN (${each((column) => Prisma.sql`SELECT work.workspace_id FROM ${onInvoice(column)} WHERE ${isLeft}`)})`,
    ),

  // By lines, so that a batch never searches through work that no invoice has.
  async fill({ sql, workspaceId }, { after, limit }) {
    const rows = await sql.rows({ id: bigint })`
      SELECT id FROM invoice_lines WHERE workspace_id = ${workspaceId} AND id > ${after} ORDER BY id LIMIT ${limit}`
    const last = rows.at(-1)?.id
    if (last === undefined) return undefined
    for (const column of workColumns)
      await sql.run`
        UPDATE ${billedKinds[column].kind.table.name} AS work SET invoice_id = line.invoice_id
        FROM invoice_lines AS line, invoices AS invoice
        WHERE work.workspace_id = ${workspaceId} AND line.workspace_id = ${workspaceId} AND invoice.workspace_id = ${workspaceId}
          AND line.id > ${after} AND line.id <= ${last} AND line.${identifier(column)} = work.id
          AND invoice.invoice_id = line.invoice_id AND ${isLeft}`
    return Number(last)
  },

  count: (db) =>
    countLeft(
      db,
      each(
        (column) =>
          Prisma.sql`SELECT work.invoice_id IS NULL AS is_left FROM ${onInvoice(column)} WHERE ${isOfInvoice}`,
      ),
    ),
}
