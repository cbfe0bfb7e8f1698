import { filled, identifier, int, orNull, Prisma, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { numberKey } from '@matterbase/schemas/reading'
import { numberIn, yearPattern } from './year-pattern.ts'
import type { YearPattern } from './year-pattern.ts'

/** Invoices and credit notes are numbered separately. The number of a deleted draft is free. */
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

export type NumberKind = keyof typeof kinds

export const numberKinds = Object.keys(kinds) as NumberKind[]

/**
 * The number that an owner confirmed after a restore, or the number after the last one. The first number is `INV-<year>-0001`, of credit notes `CN-<year>-0001`. Numbers that
 * contain the year of their issue date are counted by year, and the next one has the year of `issueDate`.
 */
export const nextNumber = async (
  sql: Sql,
  workspaceId: number,
  kind: NumberKind,
  issueDate: string | null = null,
): Promise<string> => (await planNumber(sql, workspaceId, kind, issueDate)).number

interface PlannedNumber {
  readonly number: string
  /** True if it may have the year of the last number, which does not follow the issue date. */
  readonly keepsYear: boolean
}

/** The next number, and whether a year in it stays. */
export async function planNumber(
  sql: Sql,
  workspaceId: number,
  kind: NumberKind,
  issueDate: string | null = null,
): Promise<PlannedNumber> {
  const { table, column, day } = kinds[kind]
  const [found] = await sql.rows(seriesColumns)`
    SELECT extract(year FROM coalesce(${issueDate}::text::date, firm_day(${workspaceId}::int, now())))::int AS year, last,
           (SELECT extract(year FROM ${identifier(day)})::int FROM ${identifier(table)}
            WHERE workspace_id = ${workspaceId} AND ${identifier(column)} = last) AS last_year,
           confirmed.next, extract(year FROM firm_day(${workspaceId}::int, confirmed_at))::int AS next_year
    FROM (SELECT ${workspaceId}::int AS workspace_id) AS own
    LEFT JOIN number_series ON number_series.workspace_id = own.workspace_id AND number_series.kind = ${kind}
    LEFT JOIN number_confirmations AS confirmed ON confirmed.workspace_id = own.workspace_id AND confirmed.kind = ${kind}`
  const { year = 0, last = null, last_year: lastYear = null, next = null, next_year: nextYear = null } = found ?? {}
  const confirmed = next === null || nextYear === null ? undefined : yearPattern(next, nextYear)
  // A confirmed number with a year is for invoices of that year.
  if (next !== null && (confirmed === undefined || nextYear === year))
    return sure(await firstFree(next, confirmed && countIn(confirmed, year, BigInt(confirmed.digits))))
  if (last === null) return sure(await firstFree(`${kinds[kind].prefix}-${year}-0001`, undefined))
  const pattern = lastYear === null ? undefined : yearPattern(last, lastYear)
  const count =
    pattern && (year === lastYear ? BigInt(pattern.digits) : await lastIn(sql, workspaceId, kind, pattern, year))
  const following = pattern && count !== undefined ? countIn(pattern, year, count) : undefined
  const number = await firstFree(following ? following() : after(last), following)
  const isLater = lastYear !== null && lastYear !== year && pattern === undefined
  return { number, keepsYear: isLater && last.includes(String(lastYear).slice(-2)) }

  /** @param following returns one number after the other. Default: by the last digits. */
  async function firstFree(first: string, following: (() => string) | undefined): Promise<string> {
    let number = first
    while (await isTaken(sql, workspaceId, kind, number)) number = following ? following() : after(number)
    return number
  }
}

const sure = (number: string): PlannedNumber => ({ number, keepsYear: false })

const seriesColumns = {
  year: filled(int),
  last: orNull(text),
  last_year: orNull(int),
  next: orNull(text),
  next_year: orNull(int),
}

/** Returns the numbers of a year after a count, one with each call. */
function countIn(pattern: YearPattern, year: number, from: bigint): () => string {
  let count = from
  return () => numberIn(pattern, year, ++count)
}

/** The highest count of a year, or 0. */
async function lastIn(
  sql: Sql,
  workspaceId: number,
  kind: NumberKind,
  pattern: YearPattern,
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

/** Raises the last digits: `INV-099` → `INV-100`. A number without digits gets `-2`. */
function after(number: string, by = 1n): string {
  const [digits] = /\d+$/.exec(number) ?? []
  if (digits === undefined) return `${number.slice(0, 250)}-${by + 1n}`
  return number.slice(0, -digits.length) + String(BigInt(digits) + by).padStart(digits.length, '0')
}

/** The number so many counts after another one of the year. */
export function numberAfter(number: string, year: number, by: bigint): string {
  const pattern = yearPattern(number, year)
  return pattern ? numberIn(pattern, year, BigInt(pattern.digits) + by) : after(number, by)
}

/** True if an invoice or credit note has a number that looks the same. */
export async function isTaken(sql: Sql, workspaceId: number, kind: NumberKind, number: string): Promise<boolean> {
  const { table, column, isThere } = kinds[kind]
  const rows = await sql.rows({})`
    SELECT FROM ${identifier(table)}
    WHERE workspace_id = ${workspaceId} AND record_number_key(${identifier(column)}) = ${numberKey(number)} AND ${isThere}`
  return rows.length > 0
}
