import { bigint, identifier, int } from '@matterbase/db'
import { recordContracts, tableOf } from '@matterbase/schemas'
import type { EventKind, Field } from '@matterbase/schemas'
import { toldOf } from '../tx/events.ts'
import type { Tx } from '../tx/write.ts'
import { RefusedError } from '../verbs/refused.ts'
import { recordTable } from './table/table.ts'
import type { Table } from './table/table.ts'

interface Dependent {
  readonly table: Table
  /** Those that refer to this resource. */
  readonly columns: readonly string[]
  /** The event of one that is unlinked. */
  readonly updated: EventKind
}

/** Records that refer to others, by their table. */
export type Dependents = Readonly<Record<string, Dependent>>

/**
 * What refers to records of a resource, by the contract. Invoices are no such records: `requireNoInvoices` is for them.
 */
export function dependentsOf(path: string): Dependents {
  const referring = Object.values(recordContracts).map(({ path: from, fields, derived, events }) => {
    const references = Object.entries<Field>(fields).filter(([, { references: to }]) => to !== undefined)
    return { from, fields, derived, references, updated: events.updated.event }
  })
  return Object.fromEntries(
    referring
      .filter(({ references }) => references.length > 0)
      .map(({ from, fields, derived, references, updated }) => {
        const columns = references.filter(([, { references: to }]) => to === path).map(([column]) => column)
        return [tableOf(from), { table: recordTable(tableOf(from), fields, derived), columns, updated }]
      }),
  )
}

/**
 * Makes sure that nothing refers to a record any more.
 * @throws RefusedError has_dependents, with the counts, unless `force` unlinks them.
 */
export async function releaseDependents(tx: Tx, id: number, dependents: Dependents, force: boolean) {
  const counts: Record<string, number> = {}
  for (const [name, { table, columns, updated }] of Object.entries(dependents)) {
    counts[name] = 0
    for (const column of columns) {
      const ids = await idsOfDependents(tx, table, column, id)
      if (force) await table.setColumn(tx, ids, column, null, toldOf(tx, updated))
      else counts[name] += ids.length
    }
  }
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  if (total > 0)
    throw new RefusedError(
      'has_dependents',
      `${total} other ${total === 1 ? 'record refers' : 'records refer'} to this one; delete with ?force=true to unlink them`,
      { facts: { dependents: counts } },
    )
}

async function idsOfDependents(tx: Tx, { name: table }: Table, column: string, id: number): Promise<number[]> {
  const rows = await tx.sql.rows({ id: bigint })`
    SELECT id FROM ${table}
    WHERE workspace_id = ${tx.workspaceId} AND ${identifier(column)} = ${id} AND deleted_at IS NULL ORDER BY id`
  return rows.map((row) => Number(row.id))
}

/**
 * Makes sure that no invoice names a record: it would lead to nothing.
 * @throws RefusedError has_dependents, whatever `force` says.
 */
export async function requireNoInvoices(tx: Tx, column: 'case_id' | 'client_user_id', id: number): Promise<void> {
  const [row] = await tx.sql.rows({ count: int })`
    SELECT count(*)::int AS count FROM invoices
    WHERE workspace_id = ${tx.workspaceId} AND ${identifier(column)} = ${id} AND deleted_at IS NULL`
  const invoices = row?.count ?? 0
  if (invoices > 0)
    throw new RefusedError(
      'has_dependents',
      `${invoices === 1 ? 'An invoice names' : `${invoices} invoices name`} this one, and must keep it`,
      {
        facts: { dependents: { invoices } },
      },
    )
}
