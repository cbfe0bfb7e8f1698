import { identifier, int, Prisma, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import type { Tx } from '../tx/write.ts'
import { invalid } from '../verbs/refused.ts'

/** What stands in place of the number until an invoice is issued. */
export const draftNumber = (id: number) => `DRAFT-${id}`

/** What people call a row of `invoices`, as SQL: `Draft 12` while it has no number. */
export const invoiceTitle = Prisma.sql`regexp_replace(invoice_number, '^DRAFT-(?=[0-9]+$)', 'Draft ')`

const isDraftNumber = (number: string) => /^DRAFT-\d+$/i.test(number)

/** Each kind counts by itself. The number of a deleted draft is free. */
const kinds = {
  invoice: { prefix: 'INV', table: 'invoices', column: 'invoice_number', isThere: Prisma.sql`deleted_at IS NULL` },
  credit_note: { prefix: 'CN', table: 'credit_notes', column: 'number', isThere: Prisma.sql`TRUE` },
} as const

type Kind = keyof typeof kinds

/** @throws RefusedError when another invoice of the workspace has the number. */
async function requireFreeNumber({ sql, workspaceId }: Tx, number: string): Promise<void> {
  if (isDraftNumber(number)) throw invalid('invoice_number', 'reserved', `${number} is what a draft is called`)
  if (await isTaken(sql, workspaceId, 'invoice', number))
    throw invalid('invoice_number', 'taken', `There is an invoice with the number ${number} already`)
}

/**
 * Takes a number for good, and the next one counts on from it. No other write of the workspace overlaps this
 * transaction, and one that is rolled back has taken none: there are no gaps.
 *
 * @param wanted of an invoice. Default: the next one.
 * @throws RefusedError when it is taken.
 */
export async function takeNumber(tx: Tx, kind: Kind, wanted?: string): Promise<string> {
  const { sql, workspaceId } = tx
  if (wanted !== undefined) await requireFreeNumber(tx, wanted)
  const number = wanted ?? (await nextNumber(sql, workspaceId, kind))
  await sql.run`
    INSERT INTO number_series (workspace_id, kind, last) VALUES (${workspaceId}, ${kind}, ${number})
    ON CONFLICT (workspace_id, kind) DO UPDATE SET last = excluded.last`
  return number
}

/** The number after the last one that was taken; for the first one `INV-<year>-0001`, of credit notes `CN-…`. */
export async function nextNumber(sql: Sql, workspaceId: number, kind: Kind): Promise<string> {
  const [series] = await sql.rows({ last: text })`
    SELECT last FROM number_series WHERE workspace_id = ${workspaceId} AND kind = ${kind}`
  let number = series ? after(series.last) : await firstNumber(sql, workspaceId, kind)
  while (await isTaken(sql, workspaceId, kind, number)) number = after(number)
  return number
}

async function firstNumber(sql: Sql, workspaceId: number, kind: Kind) {
  const [now] = await sql.rows({
    year: int,
  })`SELECT extract(year FROM firm_day(${workspaceId}::int, now()))::int AS year`
  return `${kinds[kind].prefix}-${now?.year}-0001`
}

/** The same number with its last digits counted on, `INV-099` → `INV-100`; `-2` is added to one without. */
function after(number: string): string {
  const [digits] = /\d+$/.exec(number) ?? []
  if (digits === undefined) return `${number.slice(0, 250)}-2`
  return number.slice(0, -digits.length) + String(BigInt(digits) + 1n).padStart(digits.length, '0')
}

async function isTaken(sql: Sql, workspaceId: number, kind: Kind, number: string): Promise<boolean> {
  const { table, column, isThere } = kinds[kind]
  const rows = await sql.rows({})`
    SELECT FROM ${identifier(table)} WHERE workspace_id = ${workspaceId} AND ${identifier(column)} = ${number} AND ${isThere}`
  return rows.length > 0
}
