import { bigint, bool, identifier, orNull } from '@matterbase/db'
import { sentenceCase } from '@matterbase/schemas'
import { unbilledOnly } from '../time/unbilled.ts'
import type { Tx } from '../../core/write/transaction.ts'
import { conflict, invalid } from '../../core/verbs/refused.ts'
import { billedKinds } from './billed-work.ts'
import type { WorkColumn } from './billed-work.ts'

/** The time entries or expenses that lines name, and where. */
export const namedBy = (
  lines: readonly { readonly [C in WorkColumn]?: number | null | undefined }[],
  column: WorkColumn,
) => lines.flatMap(({ [column]: id }, index) => (typeof id === 'number' ? [{ id, index }] : []))

interface Bill {
  readonly column: WorkColumn
  /** The time entries or expenses on the lines. */
  readonly wanted: readonly { readonly id: number; readonly index: number }[]
  /** The work that is already on the invoice, and may stay. */
  readonly had: readonly number[]
  readonly clientId: number | null
}

/** @throws RefusedError naming the first line whose time or expense is missing, billed, or another client's. */
export async function requireBillable(tx: Tx, { column, wanted, had, clientId }: Bill): Promise<void> {
  if (wanted.length === 0) return
  const { noun, table } = billedKinds[column].kind
  const rows = await tx.sql.rows({ id: bigint, client_id: orNull(bigint), is_free: bool })`
    SELECT id, client_id, (${unbilledOnly} OR id = ANY (${had}::bigint[])) AND NOT EXISTS (
      SELECT FROM invoice_lines AS line WHERE line.workspace_id = ${tx.workspaceId} AND line.${identifier(column)} = billed.id) AS is_free
    FROM ${table.name} AS billed
    WHERE workspace_id = ${tx.workspaceId} AND id = ANY (${wanted.map(({ id }) => id)}::bigint[]) AND deleted_at IS NULL`
  const known = new Map(rows.map((row) => [Number(row.id), row]))
  const seen = new Set<number>()
  for (const { id, index } of wanted) {
    const field = `lines[${index}].${column}`
    const record = known.get(id)
    if (!record) throw invalid(field, 'not_found', `there is no ${noun} ${id} in this workspace`)
    const name = `${sentenceCase(noun)} ${id}`
    if (seen.has(id)) throw invalid(field, 'repeated', `${name} appears more than once. Remove the duplicate`)
    if (!record.is_free)
      throw conflict(`${name} is already billed, or is not billable. Leave it out.`, { field, code: 'not_billable' })
    if (clientId !== null && record.client_id !== null && Number(record.client_id) !== clientId)
      throw invalid(field, 'other_client', `${name} belongs to another client. Leave it out`)
    seen.add(id)
  }
}
