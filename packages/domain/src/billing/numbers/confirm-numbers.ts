import { filled, int, oneOf, orNull, text, timestamp } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { isOneLine, oneLineMessage } from '@matterbase/schemas'
import { cleanNumber } from '@matterbase/schemas/reading'
import type { Tx } from '../../core/write/transaction.ts'
import { conflict, invalid, RefusedError } from '../../core/verbs/refused.ts'
import { verb } from '../../core/verbs/verb.ts'
import { draftNumberPattern } from './draft-number.ts'
import { isTaken, nextNumber, numberAfter, numberKinds } from './next-number.ts'
import type { NumberKind } from './next-number.ts'

/** The counts that a restore leaves for numbers that were given out after the backup. */
export const restoredGap = 100

const nouns: Readonly<Record<NumberKind, string>> = { invoice: 'invoice', credit_note: 'credit note' }

/** @throws RefusedError confirm_number while an owner has to confirm the next number after a restore. */
export async function requireConfirmed({ sql, workspaceId }: Pick<Tx, 'sql' | 'workspaceId'>, kind: NumberKind) {
  const rows = await sql.rows({})`
    SELECT FROM number_confirmations WHERE workspace_id = ${workspaceId} AND kind = ${kind} AND next IS NULL`
  if (rows.length > 0) throw unconfirmed(kind)
}

/** The refusal of an invoice or credit note while the next number is not confirmed. */
export const unconfirmed = (kind: NumberKind) =>
  new RefusedError(
    'confirm_number',
    `The server was restored from a backup, which can lack the last ${nouns[kind]} numbers. An owner confirms the next ${nouns[kind]} number first, on the page Invoices.`,
  )

/** A kind of number that an owner has to confirm. */
interface Unconfirmed {
  readonly kind: NumberKind
  readonly restored_at: Date
  /** The last number in the backup. */
  readonly last: string | null
  readonly proposal: string
}

/** The numbers that an owner has to confirm after a restore. */
export async function listUnconfirmed(sql: Sql, workspaceId: number): Promise<Unconfirmed[]> {
  const rows = await sql.rows({
    kind: oneOf(numberKinds),
    restored_at: timestamp,
    last: orNull(text),
    year: filled(int),
  })`
    SELECT kind, restored_at, last, extract(year FROM firm_day(${workspaceId}::int, now()))::int AS year
    FROM number_confirmations LEFT JOIN number_series USING (workspace_id, kind)
    WHERE workspace_id = ${workspaceId} AND next IS NULL ORDER BY kind DESC`
  const found: Unconfirmed[] = []
  for (const { year, ...row } of rows)
    found.push({ ...row, proposal: await proposalFor(sql, workspaceId, row.kind, year) })
  return found
}

/** A free number that leaves a gap, because the next one of the backup was probably given out. */
async function proposalFor(sql: Sql, workspaceId: number, kind: NumberKind, year: number): Promise<string> {
  let number = numberAfter(await nextNumber(sql, workspaceId, kind), year, BigInt(restoredGap))
  while (await isTaken(sql, workspaceId, kind, number)) number = numberAfter(number, year, 1n)
  return number
}

interface Confirmation {
  readonly kind: NumberKind
  readonly number: string
}

/** Confirms the next number after a restore. The same number again changes nothing. */
export const confirmNumber = verb({
  allow: ['settings:write'],
  async run({ sql, workspaceId }, _actor, { kind, number: given }: Confirmation) {
    const number = cleanNumber(given)
    await requireUsable(sql, workspaceId, { kind, number })
    const [row] = await sql.rows({ next: orNull(text) })`
      SELECT next FROM number_confirmations WHERE workspace_id = ${workspaceId} AND kind = ${kind} FOR UPDATE`
    if (row?.next === number) return { number, isNew: false }
    if (row?.next != null) throw conflict(`The next ${nouns[kind]} number is already confirmed. It is ${row.next}.`)
    if (!row) throw conflict(`The next ${nouns[kind]} number does not have to be confirmed.`)
    await sql.run`
      UPDATE number_confirmations SET next = ${number}, confirmed_at = now() WHERE workspace_id = ${workspaceId} AND kind = ${kind}`
    return { number, isNew: true }
  },
  action: 'number.confirmed',
  note: ({ kind }, { number, isNew }) => (isNew ? { target: number, details: { kind } } : undefined),
})

/** @throws RefusedError for a number that no invoice or credit note can get. */
export async function requireUsable(sql: Sql, workspaceId: number, { kind, number }: Confirmation): Promise<void> {
  if (number === '' || !isOneLine(number)) throw invalid('number', 'invalid_characters', oneLineMessage)
  if (draftNumberPattern.test(number))
    throw invalid('number', 'reserved', `${number} is reserved for drafts. Choose another number`)
  if (await isTaken(sql, workspaceId, kind, number))
    throw invalid('number', 'taken', `${number} is already the number of another ${nouns[kind]}. Choose another number`)
}
