import { bigint, identifier, list, Prisma } from '@matterbase/db'
import type { Tx } from '../../core/write/transaction.ts'

type Kept = 'payments' | 'credit_notes'

/** Gives changed payments or credit notes a new stamp each, for readers of `updated_since`. */
async function touch({ sql, workspaceId, stamp }: Tx, table: Kept, ids: readonly bigint[]): Promise<void> {
  if (ids.length === 0) return
  const stamps = ids.map(() => stamp().toISOString())
  await sql.run`
    UPDATE ${identifier(table)} SET updated_at = stamp::timestamptz
    FROM unnest(${list(ids, 'bigint')}, ${list(stamps, 'text')}) AS touched (touched_id, stamp)
    WHERE workspace_id = ${workspaceId} AND id = touched_id`
}

/** Gives a new stamp to the payments and credit notes of shares. */
export async function touchSources(
  tx: Tx,
  shares: readonly { readonly payment_id: bigint | null; readonly credit_note_id: bigint | null }[],
): Promise<void> {
  const ids = (column: 'payment_id' | 'credit_note_id') => shares.flatMap((share) => share[column] ?? [])
  await touch(tx, 'payments', ids('payment_id'))
  await touch(tx, 'credit_notes', ids('credit_note_id'))
}

/** Gives a new stamp to the payments and credit notes in the firm's currency, which has changed. */
export async function touchUnnamed(tx: Tx): Promise<void> {
  for (const table of ['payments', 'credit_notes'] as const) {
    const rows = await tx.sql.rows({ id: bigint })`
      SELECT id FROM ${identifier(table)} WHERE workspace_id = ${tx.workspaceId} AND currency IS NULL
        ${table === 'payments' ? Prisma.sql`AND deleted_at IS NULL` : Prisma.empty} ORDER BY id`
    await touch(
      tx,
      table,
      rows.map(({ id }) => id),
    )
  }
}
