import { bigint, identifier } from '@matterbase/db'
import { recordContracts, tableOf } from '@matterbase/schemas'
import type { Field } from '@matterbase/schemas'
import type { Tx } from '../tx/write.ts'
import { RefusedError } from '../verbs/refused.ts'

/** Tables of records that refer to others, and the columns of each that refer to this resource. */
export type Dependents = Readonly<Record<string, readonly string[]>>

/**
 * What refers to records of a resource, by the contract. Invoices are no such records: those of a matter or client do
 * not hold it back, they are records of the past.
 */
export function dependentsOf(path: string): Dependents {
  const referring = Object.values(recordContracts).map(({ path: from, fields }) => {
    const references = Object.entries<Field>(fields).filter(([, { references: to }]) => to !== undefined)
    return { from, references }
  })
  return Object.fromEntries(
    referring
      .filter(({ references }) => references.length > 0)
      .map(({ from, references }) => [
        tableOf(from),
        references.filter(([, { references: to }]) => to === path).map(([column]) => column),
      ]),
  )
}

/**
 * Makes sure that nothing refers to a record any more.
 * @throws RefusedError has_dependents, with the counts, unless `force` unlinks them.
 */
export async function releaseDependents(tx: Tx, id: number, dependents: Dependents, force: boolean) {
  const counts: Record<string, number> = {}
  for (const [table, columns] of Object.entries(dependents)) {
    counts[table] = 0
    for (const column of columns) {
      const ids = await idsOfDependents(tx, table, column, id)
      if (force) await unlink(tx, table, column, ids)
      else counts[table] += ids.length
    }
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
  const rows = await tx.sql.rows({ id: bigint })`
    SELECT id FROM ${identifier(table)}
    WHERE workspace_id = ${tx.workspaceId} AND ${identifier(column)} = ${id} AND deleted_at IS NULL ORDER BY id`
  return rows.map((row) => Number(row.id))
}

async function unlink(tx: Tx, table: string, column: string, ids: readonly number[]) {
  if (ids.length === 0) return
  const stamps = ids.map(() => tx.stamp().toISOString())
  await tx.sql.run`
    UPDATE ${identifier(table)} AS dependent SET ${identifier(column)} = NULL, updated_at = touched.stamp
    FROM unnest(${ids}::bigint[], ${stamps}::timestamptz[]) AS touched (id, stamp)
    WHERE dependent.workspace_id = ${tx.workspaceId} AND dependent.id = touched.id`
}
