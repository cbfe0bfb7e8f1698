import { filled, identifier, int, orNull, Prisma, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { isOneLine, oneLineMessage } from '@matterbase/schemas'
import type { Tx } from '../../core/tx/write.ts'
import { invalid } from '../../core/verbs/refused.ts'
import { numberIn, patternOf } from './number-pattern.ts'
import type { NumberPattern } from './number-pattern.ts'

/** What stands in place of the number until an invoice is issued. */
export const draftNumber = (id: number) => `DRAFT-${id}`

/** What people call a row of `invoices`, as SQL: `Draft 12` while it has no number. */
export const invoiceTitle = Prisma.sql`regexp_replace(invoice_number, '^DRAFT-(?=[0-9]+$)', 'Draft ')`

const isDraftNumber = (number: string) => /^DRAFT-\d+$/i.test(number)

/** Each kind counts by itself. The number of a deleted draft is free. */
const kinds = {
  invoice: {
    prefix: 'INV',
    table: 'invoices',
    column: 'invoice_number',
    day: 'issue_date',
    isThere: Prisma.sql`deleted_at IS NULL`,
  },
  credit_note: { prefix: 'CN', table: 'credit_notes', column: 'number', day: 'issued', isThere: Prisma.sql`TRUE` },
} as const

type Kind = keyof typeof kinds

/** @throws RefusedError when another invoice of the workspace has the number. */
async function requireFreeNumber({ sql, workspaceId }: Tx, number: string): Promise<void> {
  if (number === '' || !isOneLine(number)) throw invalid('invoice_number', 'invalid_characters', oneLineMessage)
  if (isDraftNumber(number))
    throw invalid('invoice_number', 'reserved', `${number} is reserved for drafts. Choose another number`)
  if (await isTaken(sql, workspaceId, 'invoice', number))
    throw invalid(
      'invoice_number',
      'taken',
      `${number} is already the number of another invoice. Choose another number`,
    )
}

interface Taken {
  /** Of an invoice. Default: the next one. */
  readonly wanted?: string | undefined
  /** `YYYY-MM-DD`. Default: today. */
  readonly issueDate?: string | null | undefined
}

/**
 * Takes a number for good, and the next one counts on from it. No other write of the workspace overlaps this
 * transaction, and one that is rolled back has taken none: there are no gaps.
 *
 * @throws RefusedError when it is taken.
 */
export async function takeNumber(tx: Tx, kind: Kind, { wanted, issueDate }: Taken = {}): Promise<string> {
  const { sql, workspaceId } = tx
  const given = wanted?.trim()
  if (given !== undefined) await requireFreeNumber(tx, given)
  const number = given ?? (await nextNumber(sql, workspaceId, kind, issueDate))
  await sql.run`
    INSERT INTO number_series (workspace_id, kind, last) VALUES (${workspaceId}, ${kind}, ${number})
    ON CONFLICT (workspace_id, kind) DO UPDATE SET last = excluded.last`
  return number
}

/**
 * The number after the last one that was taken; for the first one `INV-<year>-0001`, of credit notes `CN-…`. A number that
 * has the year of its issue date counts by years: the next one has that of `issueDate`.
 */
export async function nextNumber(
  sql: Sql,
  workspaceId: number,
  kind: Kind,
  issueDate: string | null = null,
): Promise<string> {
  const { table, column, day } = kinds[kind]
  const [found] = await sql.rows({ year: filled(int), last: orNull(text), last_year: orNull(int) })`
    SELECT extract(year FROM coalesce(${issueDate}::text::date, firm_day(${workspaceId}::int, now())))::int AS year, last,
           (SELECT extract(year FROM ${identifier(day)})::int FROM ${identifier(table)}
            WHERE workspace_id = ${workspaceId} AND ${identifier(column)} = last) AS last_year
    FROM (SELECT ${workspaceId}::int AS workspace_id) AS own
    LEFT JOIN number_series ON number_series.workspace_id = own.workspace_id AND kind = ${kind}`
  const { year = 0, last = null, last_year: lastYear = null } = found ?? {}
  const pattern = last === null || lastYear === null ? undefined : patternOf(last, lastYear)
  const inYear = (count: bigint) => pattern && numberIn(pattern, year, count)
  let count =
    pattern && (year === lastYear ? BigInt(pattern.digits) : await lastIn(sql, workspaceId, kind, pattern, year))
  const following = (number: string) => (count === undefined ? after(number) : (inYear(++count) ?? number))
  let number = last === null ? `${kinds[kind].prefix}-${year}-0001` : following(last)
  while (await isTaken(sql, workspaceId, kind, number)) number = following(number)
  return number
}

/** The highest count of a year; 0 when none of its numbers is taken. */
async function lastIn(
  sql: Sql,
  workspaceId: number,
  kind: Kind,
  pattern: NumberPattern,
  year: number,
): Promise<bigint> {
  const { table, column, isThere } = kinds[kind]
  const [before, after] = [pattern.before(year), pattern.after(year)]
  const [row] = await sql.rows({ last: orNull(text) })`
    SELECT max(digits::numeric)::text AS last FROM (
      SELECT substr(${identifier(column)}, ${before.length}::int + 1,
                    greatest(length(${identifier(column)}) - ${before.length + after.length}::int, 0)) AS digits
      FROM ${identifier(table)}
      WHERE workspace_id = ${workspaceId} AND ${isThere} AND starts_with(${identifier(column)}, ${before})
        AND right(${identifier(column)}, ${after.length}::int) = ${after}) AS numbers
    WHERE digits ~ '^[0-9]{1,18}$'`
  return BigInt(row?.last ?? 0)
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

/** The invoice that was given the last number, where it has a day of issue. */
export async function lastNumbered(sql: Sql, workspaceId: number) {
  const [row] = await sql.rows({ invoice_number: text, issue_date: text })`
    SELECT invoice_number, issue_date::text AS issue_date FROM invoices
    WHERE workspace_id = ${workspaceId} AND issue_date IS NOT NULL AND deleted_at IS NULL
      AND invoice_number = (SELECT last FROM number_series WHERE workspace_id = ${workspaceId} AND kind = 'invoice')`
  return row ?? null
}
