import { bigint, identifier, list, orNull, Prisma } from '@matterbase/db'
import { recordChanges } from '../../core/write/record-events.ts'
import type { Tx } from '../../core/write/transaction.ts'
import { creditNoteReads, paymentReads } from './read-payments.ts'

/** A part of a payment or credit note, on an invoice or refunded. */
interface SourceShare {
  readonly payment_id: bigint | null
  readonly credit_note_id: bigint | null
}

export const sourceColumns = { payment_id: orNull(bigint), credit_note_id: orNull(bigint) }

const sources = {
  payments: { id: 'payment_id', event: 'payment.updated', reads: paymentReads },
  credit_notes: { id: 'credit_note_id', event: 'credit_note.updated', reads: creditNoteReads },
} as const

type Source = keyof typeof sources

/** Payments and credit notes as JSON text by ID. Empty where no endpoint subscribes to their changes. */
type FormerSources = Readonly<Record<Source, ReadonlyMap<string, string>>>

const eachSource = ['payments', 'credit_notes'] as const satisfies readonly Source[]

const idsOf = (shares: readonly SourceShare[], source: Source) => [
  ...new Set(shares.flatMap((share) => share[sources[source].id] ?? [])),
]

async function readSources(tx: Tx, source: Source, ids: readonly bigint[]): Promise<ReadonlyMap<string, string>> {
  const { event, reads } = sources[source]
  return tx.subscribed.includes(event) ? reads.byIds(tx.sql, tx.workspaceId, ids) : new Map()
}

/** Reads the payments and credit notes that a change can affect, before the change. */
export async function formerSources(tx: Tx, shares: readonly SourceShare[]): Promise<FormerSources> {
  return {
    payments: await readSources(tx, 'payments', idsOf(shares, 'payments')),
    credit_notes: await readSources(tx, 'credit_notes', idsOf(shares, 'credit_notes')),
  }
}

/** Gives a new stamp to the payments and credit notes of changed shares, and records an event for each. */
export async function touchSources(tx: Tx, shares: readonly SourceShare[], former: FormerSources): Promise<void> {
  for (const source of eachSource) {
    const ids = idsOf(shares, source)
    await touch(tx, source, ids)
    const now = await readSources(tx, source, ids)
    const changes = [...now].flatMap(([id, json]) => {
      const before = former[source].get(id)
      return before === undefined ? [] : [{ before, json }]
    })
    await recordChanges(tx, sources[source].event, changes)
  }
}

/** Gives changed payments or credit notes a new stamp each, for readers of `updated_since`. */
async function touch({ sql, workspaceId, stamp }: Tx, source: Source, ids: readonly bigint[]): Promise<void> {
  if (ids.length === 0) return
  const stamps = ids.map(() => stamp().toISOString())
  await sql.run`
    UPDATE ${identifier(source)} SET updated_at = stamp::timestamptz
    FROM unnest(${list(ids, 'bigint')}, ${list(stamps, 'text')}) AS touched (touched_id, stamp)
    WHERE workspace_id = ${workspaceId} AND id = touched_id`
}

/** Changes the currency of the firm. Payments and credit notes without a currency of their own change with it. */
export async function followUnnamed(tx: Tx, change: () => Promise<void>): Promise<void> {
  const unnamed = async (source: Source) => {
    const rows = await tx.sql.rows({ id: bigint })`
      SELECT id FROM ${identifier(source)} WHERE workspace_id = ${tx.workspaceId} AND currency IS NULL
        ${source === 'payments' ? Prisma.sql`AND deleted_at IS NULL` : Prisma.empty} ORDER BY id`
    return rows.map(({ id }) => id)
  }
  const payments = (await unnamed('payments')).map((id) => ({ payment_id: id, credit_note_id: null }))
  const notes = (await unnamed('credit_notes')).map((id) => ({ payment_id: null, credit_note_id: id }))
  const shares = [...payments, ...notes]
  const former = await formerSources(tx, shares)
  await change()
  await touchSources(tx, shares, former)
}
