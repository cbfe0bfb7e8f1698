import { bigint, identifier } from '@matterbase/db'
import { invalid } from '../verbs/refused.ts'
import type { Tx } from '../write/transaction.ts'

/**
 * @param field the member that names the record.
 * @throws RefusedError when `id` names no record of the workspace; null and undefined name none and are fine.
 */
export async function requireRecord(
  { sql, workspaceId }: Pick<Tx, 'sql' | 'workspaceId'>,
  table: 'matters' | 'clients',
  id: number | null | undefined,
  field: string,
): Promise<void> {
  if (id === null || id === undefined) return
  const rows = await sql.rows({ id: bigint })`
    SELECT id FROM ${identifier(table)} WHERE workspace_id = ${workspaceId} AND id = ${id} AND deleted_at IS NULL`
  if (rows.length === 0)
    throw invalid(
      field,
      'not_found',
      `there is no ${table.slice(0, -1)} ${id} in this workspace. IDs differ between live and test`,
    )
}
