import { identifier } from './json.ts'
import { RefusedError } from './refused-error.ts'
import type { Tx } from './write.ts'

/**
 * @param field the member that names the record.
 * @throws RefusedError when `id` names no record of the workspace; null names none and is fine.
 */
export async function requireRecord(
  tx: Tx,
  table: 'matters' | 'clients',
  id: number | null,
  field: string,
): Promise<void> {
  if (id === null) return
  const rows = await tx.sql.$queryRaw<{ id: bigint }[]>`
    SELECT id FROM ${identifier(table)} WHERE workspace_id = ${tx.workspaceId} AND id = ${id} AND deleted_at IS NULL`
  if (rows.length === 0)
    throw new RefusedError('invalid', 'not_found', `${id} does not name one of the ${table} of this workspace`, field)
}
