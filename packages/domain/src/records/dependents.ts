import { identifier } from '@matterbase/db'
import type { Tx } from '../tx/write.ts'
import { RefusedError } from '../verbs/refused.ts'

/** Tables, and the column of each that refers to this resource; null where none does. */
export type Dependents = Readonly<Record<string, string | null>>

/**
 * Makes sure that nothing refers to a record any more.
 * @throws RefusedError has_dependents, with the counts, unless `force` unlinks them.
 */
export async function releaseDependents(tx: Tx, id: number, dependents: Dependents, force: boolean) {
  const counts: Record<string, number> = {}
  for (const [table, column] of Object.entries(dependents)) {
    const ids = column === null ? [] : await idsOfDependents(tx, table, column, id)
    if (force && column !== null) await unlink(tx, table, column, ids)
    counts[table] = force ? 0 : ids.length
  }
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  if (total > 0)
    throw new RefusedError(
      'has_dependents',
      `${total} other records refer to this one; delete with ?force=true to unlink them`,
      { facts: { dependents: counts } },
    )
}

async function idsOfDependents(tx: Tx, table: string, column: string, id: number): Promise<number[]> {
  const rows = await tx.sql.$queryRaw<{ id: bigint }[]>`
    SELECT id FROM ${identifier(table)}
    WHERE workspace_id = ${tx.workspaceId} AND ${identifier(column)} = ${id} AND deleted_at IS NULL ORDER BY id`
  return rows.map((row) => Number(row.id))
}

async function unlink(tx: Tx, table: string, column: string, ids: readonly number[]) {
  if (ids.length === 0) return
  const stamps = ids.map(() => tx.stamp().toISOString())
  await tx.sql.$executeRaw`
    UPDATE ${identifier(table)} AS dependent SET ${identifier(column)} = NULL, updated_at = touched.stamp
    FROM unnest(${ids}::bigint[], ${stamps}::timestamptz[]) AS touched (id, stamp)
    WHERE dependent.workspace_id = ${tx.workspaceId} AND dependent.id = touched.id`
}
