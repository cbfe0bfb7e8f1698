import { bigint, filled, identifier, list } from '@matterbase/db'
import type { Draft } from '../../core/records/record.ts'
import type { LockedWorkspace } from '../../core/write/transaction.ts'

/** The column by which lines of invoices name time entries or expenses. */
export type LineColumn = 'time_entry_id' | 'expense_id'

/** Prevents that work on an invoice becomes pending, because it would be billed twice. */
export async function withInvoiceStatus(
  tx: LockedWorkspace,
  column: LineColumn,
  drafts: readonly Draft[],
): Promise<Draft[]> {
  const freed = drafts.flatMap(({ existing, values }) =>
    existing && existing.values['status'] !== 'pending' && values['status'] === 'pending' ? [existing.values.id] : [],
  )
  const billed = await onInvoices(tx, column, freed)
  return drafts.map((draft) => {
    const { existing, values } = draft
    if (!existing || values['status'] !== 'pending' || !billed.has(existing.values.id)) return draft
    return { ...draft, values: { ...values, status: existing.values['status'] ?? null } }
  })
}

/** Which of these time entries or expenses an invoice has. */
export async function onInvoices(
  { sql, workspaceId }: Pick<LockedWorkspace, 'sql' | 'workspaceId'>,
  column: LineColumn,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const rows = await sql.rows({ id: filled(bigint) })`
    SELECT ${identifier(column)} AS id FROM invoice_lines
    WHERE workspace_id = ${workspaceId} AND ${identifier(column)} = ANY (${list(ids, 'bigint')})`
  return new Set(rows.map(({ id }) => Number(id)))
}
