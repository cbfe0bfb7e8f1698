import { identifier } from './json.ts'
import type { Tx } from './write.ts'

/** @throws Error when `id` names no record of the workspace; null names none and is fine. */
export async function requireRecord(tx: Tx, table: 'matters' | 'clients', id: number | null): Promise<void> {
  if (id === null) return
  const rows = await tx.sql.$queryRaw<{ id: bigint }[]>`
    SELECT id FROM ${identifier(table)} WHERE workspace_id = ${tx.workspaceId} AND id = ${id} AND deleted_at IS NULL`
  if (rows.length === 0) throw new Error(`${id} does not name one of the ${table} of this workspace`)
}
