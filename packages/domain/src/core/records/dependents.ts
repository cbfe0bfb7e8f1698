import { bigint, identifier, int, Prisma } from '@matterbase/db'
import { pluralOf, recordContracts, tableOf } from '@matterbase/schemas'
import type { EventKind, Field } from '@matterbase/schemas'
import type { Tx } from '../write/transaction.ts'
import { RefusedError } from '../verbs/refused.ts'
import { bookkeepingOn, whyKept } from './bookkeeping.ts'
import { unlinkDocuments } from './linked-documents.ts'
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

/** The references to records of a resource, by the contract. Documents, invoices and payments are in `bookkeepingOn`. */
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
  /** Unlinks what can be unlinked. Signed documents, invoices, payments and credit notes keep what they name. */
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
  const owner = path === 'matters' || path === 'clients' ? path : undefined
  const kept = owner && (await bookkeepingOn(tx, owner, id))
  const reason = kept && whyKept(kept, noun)
  const isReleasing = force && reason === undefined
  if (isReleasing) await requireUnlinkable?.(tx, id)
  const counts: Record<string, number> = {}
  for (const [name, { table, columns, updated }] of Object.entries(dependents)) {
    counts[name] = 0
    for (const column of columns)
      if (isReleasing) await unlink(tx, { table, column, updated }, id)
      else counts[name] += await countOf(tx, table, column, id)
  }
  if (kept && !isReleasing) counts['documents'] = kept.documents
  if (owner && kept?.documents && isReleasing) await unlinkDocuments(tx, owner, id)
  const facts = { dependents: { ...counts, ...kept?.counts } }
  if (reason !== undefined) throw new RefusedError('has_dependents', reason, { facts })
  const total = isReleasing ? 0 : Object.values(counts).reduce((sum, count) => sum + count, 0)
  if (total > 0)
    throw new RefusedError(
      'has_dependents',
      `${countsText(counts)} ${total === 1 ? 'refers' : 'refer'} to this ${noun}. Delete ${total === 1 ? 'it' : 'them'} first, or delete the ${noun} with ?force=true to unlink ${total === 1 ? 'it' : 'them'}.`,
      { facts },
    )
}

const nouns = [
  ...Object.values(recordContracts).map(({ path, noun }) => [tableOf(path), noun] as const),
  ['documents', 'document'] as const,
]

/** `2 matters and 1 time entry` */
function countsText(counts: Readonly<Record<string, number>>): string {
  const parts = nouns.flatMap(([table, noun]) => {
    const count = counts[table] ?? 0
    return count === 0 ? [] : [`${count} ${count === 1 ? noun : pluralOf(noun)}`]
  })
  return parts.join(', ').replace(/, ([^,]*)$/, ' and $1')
}

interface Reference extends Pick<Dependent, 'table' | 'updated'> {
  readonly column: string
}

async function unlink(tx: Tx, { table, column, updated }: Reference, id: number): Promise<void> {
  const rows = await tx.sql.rows({
    id: bigint,
  })`SELECT id FROM ${table.name} WHERE ${refersTo(tx, column, id)} ORDER BY id`
  const records = rows.map((row) => ({ id: Number(row.id), [column]: null }))
  await table.setColumns(tx, [column], records, updated)
}

async function countOf(tx: Tx, { name: table }: Table, column: string, id: number): Promise<number> {
  const [row] = await tx.sql.rows({ count: int })`
    SELECT count(*)::int AS count FROM ${table} WHERE ${refersTo(tx, column, id)}`
  return row?.count ?? 0
}

const refersTo = ({ workspaceId }: Tx, column: string, id: number) =>
  Prisma.sql`workspace_id = ${workspaceId} AND ${identifier(column)} = ${id} AND deleted_at IS NULL`
