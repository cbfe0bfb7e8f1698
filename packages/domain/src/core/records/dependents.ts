import { bigint, identifier } from '@matterbase/db'
import { pluralOf, recordContracts, tableOf } from '@matterbase/schemas'
import type { EventKind, Field } from '@matterbase/schemas'
import type { Tx } from '../write/transaction.ts'
import { RefusedError } from '../verbs/refused.ts'
import { bookkeepingOn, whyKept } from './bookkeeping.ts'
import { recordTable } from './table/table.ts'
import type { Table } from './table/table.ts'

interface Dependent {
  readonly table: Table
  /** The references to this resource. */
  readonly columns: readonly string[]
  /** The event of one that is unlinked. */
  readonly updated: EventKind
}

/** Records that refer to others, by their table. */
export type Dependents = Readonly<Record<string, Dependent>>

/** The references to records of a resource, by the contract. Invoices and payments are in `bookkeepingOn`. */
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

interface Releasing {
  readonly id: number
  /** Unlinks what can be unlinked. Invoices, payments and credit notes keep what they name. */
  readonly force: boolean
  readonly dependents: Dependents
  readonly resource: { readonly path: string; readonly noun: string }
  /** Throws for a record whose dependents cannot be unlinked. */
  readonly requireUnlinkable?: ((tx: Tx, id: number) => Promise<void>) | undefined
}

/**
 * Makes sure that nothing refers to a record any more.
 * @throws RefusedError has_dependents, with the counts, unless `force` unlinks them all.
 */
export async function releaseDependents(tx: Tx, { id, force, dependents, resource, requireUnlinkable }: Releasing) {
  const { path, noun } = resource
  const kept = path === 'matters' || path === 'clients' ? await bookkeepingOn(tx, path, id) : undefined
  const reason = kept && whyKept(kept, noun)
  if (force && reason === undefined) await requireUnlinkable?.(tx, id)
  const counts: Record<string, number> = {}
  for (const [name, { table, columns, updated }] of Object.entries(dependents)) {
    counts[name] = 0
    for (const column of columns) {
      const ids = await idsOfDependents(tx, table, column, id)
      if (force && reason === undefined)
        await table.setColumns(
          tx,
          [column],
          ids.map((id) => ({ id, [column]: null })),
          updated,
        )
      else counts[name] += ids.length
    }
  }
  const facts = { dependents: { ...counts, ...kept?.counts } }
  if (reason !== undefined) throw new RefusedError('has_dependents', reason, { facts })
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  if (total > 0)
    throw new RefusedError(
      'has_dependents',
      `${countsText(counts)} ${total === 1 ? 'refers' : 'refer'} to this ${noun}. Delete ${total === 1 ? 'it' : 'them'} first, or delete the ${noun} with ?force=true to unlink ${total === 1 ? 'it' : 'them'}.`,
      { facts },
    )
}

/** `2 matters and 1 time entry` */
function countsText(counts: Readonly<Record<string, number>>): string {
  const parts = Object.values(recordContracts).flatMap(({ path, noun }) => {
    const count = counts[tableOf(path)] ?? 0
    return count === 0 ? [] : [`${count} ${count === 1 ? noun : pluralOf(noun)}`]
  })
  return parts.join(', ').replace(/, ([^,]*)$/, ' and $1')
}

async function idsOfDependents(tx: Tx, { name: table }: Table, column: string, id: number): Promise<number[]> {
  const rows = await tx.sql.rows({ id: bigint })`
    SELECT id FROM ${table}
    WHERE workspace_id = ${tx.workspaceId} AND ${identifier(column)} = ${id} AND deleted_at IS NULL ORDER BY id`
  return rows.map((row) => Number(row.id))
}
