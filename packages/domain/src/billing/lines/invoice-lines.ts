import { bool, int, jsonOf, text } from '@matterbase/db'
import { mostAmount } from '@matterbase/schemas'
import type { LineKind, TaxCategory } from '@matterbase/schemas'
import { joinTaxOfWork } from '../taxes/tax-of-work.ts'
import { digitsOn, taxesOf } from '../taxes/taxes-of.ts'
import { setWorkStatus, workColumns, workOn } from './billed-work.ts'
import { wordOfLine } from './line-words.ts'
import { namedBy, requireBillable } from './require-billable.ts'
import { invalid } from '../../core/verbs/refused.ts'
import { dayOfExpense, hoursOfEntry, rateOfEntry } from '../time/unbilled.ts'
import type { Tx } from '../../core/write/transaction.ts'

/** A line of an invoice. Omitted fields come from the time entry or expense. */
export interface NewLine {
  readonly time_entry_id?: number | null | undefined
  readonly expense_id?: number | null | undefined
  /** Default: `time` of a time entry, `expense` of an expense, else `fee`. */
  readonly kind?: LineKind | undefined
  /** When an expense was had. */
  readonly worked_on?: string | null | undefined
  readonly description?: string | null | undefined
  /** Hours, of time. */
  readonly quantity?: number | null | undefined
  readonly unit_price?: number | null | undefined
  readonly discount_percent?: number | null | undefined
  /** Default: quantity × unit price less the discount, each rounded as the currency's amounts are. */
  readonly net?: number | null | undefined
  /** Both or neither. Default: the tax of the expense, else the firm's first tax, else not subject to tax. */
  readonly tax_category?: TaxCategory | undefined
  readonly tax_percent?: number | undefined
}

/** Writes a row of `invoice_lines` as JSON text. */
export const lineJson = jsonOf({
  id: 'plain',
  kind: 'plain',
  time_entry_id: 'plain',
  expense_id: 'plain',
  worked_on: 'plain',
  description: 'plain',
  quantity: 'plain',
  unit_price: 'plain',
  discount_percent: 'plain',
  net: 'plain',
  tax_category: 'plain',
  tax_percent: 'plain',
})

interface LinesOf {
  readonly id: number
  readonly clientId: number | null
}

/**
 * Replaces the lines of an invoice, and sets its total from their sum and taxes. Work on new lines is billed, and work
 * that is no longer on the invoice is unbilled.
 *
 * @throws RefusedError when one cannot be billed, taxes do not go together, or the text is more than can be printed.
 */
export async function replaceLines(tx: Tx, invoice: LinesOf, lines: readonly NewLine[]): Promise<void> {
  const { workspaceId, sql } = tx
  const work = []
  for (const column of workColumns)
    work.push({ column, wanted: namedBy(lines, column), had: await workOn(tx, invoice.id, column) })
  await sql.run`DELETE FROM invoice_lines WHERE workspace_id = ${workspaceId} AND invoice_id = ${invoice.id}`
  for (const each of work) await requireBillable(tx, { ...each, clientId: invoice.clientId })
  await insertLines(tx, invoice.id, lines)
  await requirePrintable(tx, invoice.id)
  await requireOneKindOfTax(tx, invoice.id)
  await requirePayable(tx, invoice.id)
  await requireAmounts(tx, invoice.id)
  await setTotal(tx, invoice.id)
  for (const { column, wanted, had } of work) {
    const has = new Set(wanted.map(({ id }) => id))
    await setWorkStatus(
      tx,
      column,
      had.filter((id) => !has.has(id)),
      { status: 'pending', invoice_id: null },
    )
    await setWorkStatus(tx, column, [...has], { status: 'billed', invoice_id: invoice.id })
  }
}

const insertLines = ({ sql, workspaceId }: Tx, id: number, lines: readonly NewLine[]) =>
  sql.run`
    INSERT INTO invoice_lines (workspace_id, invoice_id, kind, time_entry_id, expense_id, worked_on, description, quantity, unit_price,
                               discount_percent, net, tax_category, tax_percent)
    SELECT ${workspaceId}, ${id}, kind, time_entry_id, expense_id, worked_on, description, quantity, unit_price, discount_percent,
           coalesce(net, gross - round(gross * coalesce(discount_percent, 0) * 0.01, digits), 0), tax_category, tax_percent
    FROM (SELECT *, round(quantity * unit_price, digits) AS gross FROM (
      SELECT given.place, given.time_entry_id, given.expense_id, given.net, given.discount_percent, ${digitsOn(workspaceId, id)} AS digits,
             coalesce(given.kind, CASE WHEN given.time_entry_id IS NOT NULL THEN 'time'
                                       WHEN given.expense_id IS NOT NULL THEN 'expense' ELSE 'fee' END) AS kind,
             coalesce(given.description, nullif(trim(entry.description), ''), nullif(trim(entry.activity_type), ''), nullif(trim(expense.description), ''),
                      nullif(trim(expense.vendor), ''), ${wordOfLine}) AS description,
             coalesce(given.quantity, entry.hours, expense.quantity) AS quantity,
             coalesce(given.unit_price, entry.hourly, expense.unit_price) AS unit_price,
             coalesce(entry.day, expense.day, given.worked_on) AS worked_on, coalesce(given.tax_category, tax.category, 'O') AS tax_category,
             CASE WHEN given.tax_category IS NULL THEN coalesce(tax.percent, 0) ELSE coalesce(given.tax_percent, 0) END AS tax_percent
      FROM json_to_recordset(${JSON.stringify(lines.map((line, place) => ({ ...line, place })))}::json)
        AS given (place int, kind text, time_entry_id bigint, expense_id bigint, worked_on date, description text, quantity numeric, unit_price numeric,
                  discount_percent numeric, net numeric, tax_category text, tax_percent numeric)
      LEFT JOIN (
        SELECT id, description, activity_type, ${hoursOfEntry} AS hours, ${rateOfEntry} AS hourly,
               firm_day(workspace_id, coalesce(start_time, created_at)) AS day
        FROM time_entries WHERE workspace_id = ${workspaceId}
      ) AS entry ON entry.id = given.time_entry_id
      LEFT JOIN (
        SELECT id, description, vendor, quantity, unit_price, kind, tax_category, tax_percent, ${dayOfExpense} AS day
        FROM expenses WHERE workspace_id = ${workspaceId}
      ) AS expense ON expense.id = given.expense_id
      LEFT JOIN (SELECT split_part(locale, '-', 1) AS language FROM firm_profiles WHERE workspace_id = ${workspaceId}) AS firm ON true
      ${joinTaxOfWork(workspaceId)}
    ) AS said) AS line ORDER BY place`

/** EN 16931 does not allow lines that are not subject to tax next to lines with tax. @throws RefusedError. */
async function requireOneKindOfTax({ sql, workspaceId }: Tx, id: number) {
  const [row] = await sql.rows({ is_mixed: bool })`
    SELECT coalesce(bool_or(tax_category = 'O') AND bool_or(tax_category <> 'O'), false) AS is_mixed FROM invoice_lines
    WHERE workspace_id = ${workspaceId} AND invoice_id = ${id}`
  if (row?.is_mixed)
    throw invalid('lines', 'mixed_tax', 'Lines with tax and lines not subject to tax need separate invoices')
}

/** No amount may have more decimals than its currency. @throws RefusedError at the first line that does. */
export async function requirePayable({ sql, workspaceId }: Tx, id: number): Promise<void> {
  const [line] = await sql.rows({ place: int, net: text, currency: text })`
    SELECT place, net, currency FROM (
      SELECT (row_number() OVER (ORDER BY id))::int - 1 AS place, net::text AS net, scale(trim_scale(net)) AS digits,
             coalesce(invoice.currency, firm.currency) AS currency, ${digitsOn(workspaceId, id)} AS most
      FROM invoice_lines AS line
      JOIN invoices AS invoice USING (workspace_id, invoice_id) LEFT JOIN firm_profiles AS firm USING (workspace_id)
      WHERE workspace_id = ${workspaceId} AND invoice_id = ${id}
    ) AS line WHERE currency IS NOT NULL AND digits > most ORDER BY place LIMIT 1`
  if (line)
    throw invalid(`lines[${line.place}].net`, 'too_precise', `Round ${line.net} to the decimals of ${line.currency}`)
}

/**
 * No line, and no product of quantity and price, may exceed the highest amount. @throws RefusedError at the first line
 * that does.
 */
async function requireAmounts({ sql, workspaceId }: Tx, id: number) {
  const [line] = await sql.rows({ place: int, amount: text })`
    SELECT place, amount::text AS amount FROM (
      SELECT (row_number() OVER (ORDER BY id))::int - 1 AS place, greatest(abs(net), abs(quantity * unit_price)) AS amount
      FROM invoice_lines WHERE workspace_id = ${workspaceId} AND invoice_id = ${id}
    ) AS line WHERE amount > ${mostAmount}::float8::numeric ORDER BY place LIMIT 1`
  if (line) throw tooMuch(`lines[${line.place}].net`, `The amount of this line is ${line.amount}`)
}

async function setTotal({ sql, workspaceId }: Tx, id: number) {
  const [invoice] = await sql.rows({ total: text, is_too_much: bool, is_negative: bool })`
    UPDATE invoices SET (total_amount, net_amount) = (
      SELECT coalesce(sum(base + tax), 0), coalesce(sum(base), 0) FROM (${taxesOf(workspaceId, id)}) AS taxes),
    (period_from, period_to) = (
      SELECT min(worked_on), max(worked_on) FROM invoice_lines WHERE workspace_id = ${workspaceId} AND invoice_id = ${id})
    WHERE workspace_id = ${workspaceId} AND invoice_id = ${id}
    RETURNING total_amount::text AS total, total_amount > ${mostAmount}::float8::numeric AS is_too_much, total_amount < 0 AS is_negative`
  if (invoice?.is_too_much) throw tooMuch('lines', `The total of this invoice is ${invoice.total}`)
  if (invoice?.is_negative)
    throw invalid('lines', 'negative_total', `The total with tax is ${invoice.total}. The least is 0`)
}

const tooMuch = (field: string, what: string) =>
  invalid(field, 'out_of_range', `${what}. An amount is at most ${mostAmount}`)

/** The characters of all lines together, about 90 pages of text. */
const mostText = 262_144

/** Runs after the insert, because descriptions come from the time entries. */
async function requirePrintable({ sql, workspaceId }: Tx, id: number) {
  const [row] = await sql.rows({ length: int })`
    SELECT coalesce(sum(length(description)), 0)::int AS length FROM invoice_lines
    WHERE workspace_id = ${workspaceId} AND invoice_id = ${id}`
  const length = row?.length ?? 0
  if (length <= mostText) return
  const message = `The descriptions of these lines have ${length} characters together. An invoice can have ${mostText}`
  throw invalid('lines', 'too_long', message)
}
