import { bigint, bool, int, jsonOf, orNull, text } from '@matterbase/db'
import type { LineKind, TaxCategory } from '@matterbase/schemas'
import { digitsOn, taxesOf } from '../taxes/taxes-of.ts'
import { setTimeStatus, timeOf } from './invoice-time.ts'
import { conflict, invalid } from '../verbs/refused.ts'
import { hoursOfEntry, rateOfEntry, unbilledOnly } from '../time/unbilled.ts'
import type { Tx } from '../tx/write.ts'

/** What a line of an invoice says. Of time, whatever is not given is taken from the entry. */
export interface NewLine {
  readonly time_entry_id?: number | null | undefined
  /** Default: `time` of a time entry, else `fee`. */
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
  /** Both or none. Default: the firm's first tax rate; without one it is not subject to tax. */
  readonly tax_category?: TaxCategory | undefined
  readonly tax_percent?: number | undefined
}

/** Writes a row of `invoice_lines` as JSON text. */
export const lineJson = jsonOf({
  id: 'plain',
  kind: 'plain',
  time_entry_id: 'plain',
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
 * Gives an invoice these lines in place of those it has, and their sum and its taxes as its total. Time that comes
 * onto it is billed, time that leaves it waits again.
 * @throws RefusedError when time cannot be billed, taxes do not go together, or the text is more than can be printed.
 */
export async function replaceLines(tx: Tx, invoice: LinesOf, lines: readonly NewLine[]): Promise<void> {
  const { workspaceId, sql } = tx
  const had = await timeOf(tx, invoice.id)
  await sql.run`DELETE FROM invoice_lines WHERE workspace_id = ${workspaceId} AND invoice_id = ${invoice.id}`
  await requireBillable(tx, lines, invoice, had)
  await insertLines(tx, invoice.id, lines)
  await requirePrintable(tx, invoice.id)
  await requireOneKindOfTax(tx, invoice.id)
  await requirePayable(tx, invoice.id)
  await sql.run`
    UPDATE invoices SET total_amount = (
      SELECT coalesce(sum(base + tax), 0) FROM (${taxesOf(workspaceId, invoice.id)}) AS taxes)
    WHERE workspace_id = ${workspaceId} AND invoice_id = ${invoice.id}`
  const has = timeEntriesOf(lines).map(({ id }) => id)
  await setTimeStatus(
    tx,
    had.filter((id) => !has.includes(id)),
    'pending',
  )
  await setTimeStatus(tx, has, 'billed')
}

const insertLines = ({ sql, workspaceId }: Tx, id: number, lines: readonly NewLine[]) =>
  sql.run`
    INSERT INTO invoice_lines (workspace_id, invoice_id, kind, time_entry_id, worked_on, description, quantity, unit_price,
                               discount_percent, net, tax_category, tax_percent)
    SELECT ${workspaceId}, ${id}, kind, time_entry_id, worked_on, description, quantity, unit_price, discount_percent,
           coalesce(net, gross - round(gross * coalesce(discount_percent, 0) * 0.01, digits), 0), tax_category, tax_percent
    FROM (SELECT *, round(quantity * unit_price, digits) AS gross FROM (
      SELECT given.place, given.time_entry_id, given.net, given.discount_percent, ${digitsOn(workspaceId, id)} AS digits,
             coalesce(given.kind, CASE WHEN given.time_entry_id IS NULL THEN 'fee' ELSE 'time' END) AS kind,
             coalesce(given.description, nullif(trim(entry.description), ''), entry.activity_type, 'Time') AS description,
             coalesce(given.quantity, entry.hours) AS quantity, coalesce(given.unit_price, entry.hourly) AS unit_price,
             coalesce(entry.day, given.worked_on) AS worked_on, coalesce(given.tax_category, tax.category, 'O') AS tax_category,
             CASE WHEN given.tax_category IS NULL THEN coalesce(tax.percent, 0) ELSE coalesce(given.tax_percent, 0) END AS tax_percent
      FROM json_to_recordset(${JSON.stringify(lines.map((line, place) => ({ ...line, place })))}::json)
        AS given (place int, kind text, time_entry_id bigint, worked_on date, description text, quantity numeric, unit_price numeric,
                  discount_percent numeric, net numeric, tax_category text, tax_percent numeric)
      LEFT JOIN (SELECT category, percent FROM tax_rates WHERE workspace_id = ${workspaceId} ORDER BY place LIMIT 1) AS tax ON TRUE
      LEFT JOIN (
        SELECT id, description, activity_type, ${hoursOfEntry} AS hours, ${rateOfEntry} AS hourly,
               firm_day(workspace_id, coalesce(start_time, created_at)) AS day
        FROM time_entries WHERE workspace_id = ${workspaceId}
      ) AS entry ON entry.id = given.time_entry_id
    ) AS said) AS line ORDER BY place`

/** EN 16931: what is not subject to tax stands on no invoice with taxes. @throws RefusedError. */
async function requireOneKindOfTax({ sql, workspaceId }: Tx, id: number) {
  const [row] = await sql.rows({ is_mixed: bool })`
    SELECT coalesce(bool_or(tax_category = 'O') AND bool_or(tax_category <> 'O'), false) AS is_mixed FROM invoice_lines
    WHERE workspace_id = ${workspaceId} AND invoice_id = ${id}`
  if (row?.is_mixed)
    throw invalid('lines', 'mixed_tax', 'What is not subject to tax cannot stand beside what is on one invoice')
}

/** In a currency that is known, no amount is finer than it can be paid. @throws RefusedError at the first line that is. */
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
    throw invalid(`lines[${line.place}].net`, 'too_precise', `${line.net} cannot be paid in ${line.currency}: round it`)
}

/** Characters on all lines together: some 90 pages of text without a break. */
const mostText = 262_144

/** Descriptions of time can be long, so the whole is known only when the lines stand there. */
async function requirePrintable({ sql, workspaceId }: Tx, id: number) {
  const [row] = await sql.rows({ length: int })`
    SELECT coalesce(sum(length(description)), 0)::int AS length FROM invoice_lines
    WHERE workspace_id = ${workspaceId} AND invoice_id = ${id}`
  const length = row?.length ?? 0
  if (length <= mostText) return
  const message = `The lines have ${length} characters of text together, and an invoice takes ${mostText}`
  throw invalid('lines', 'too_long', message)
}

const timeEntriesOf = (lines: readonly NewLine[]) =>
  lines.flatMap(({ time_entry_id: id }, index) => (typeof id === 'number' ? [{ id, index }] : []))

/** @throws RefusedError naming the first line whose time is missing, billed, or another client's. */
async function requireBillable(tx: Tx, lines: readonly NewLine[], { clientId }: LinesOf, had: readonly number[]) {
  const wanted = timeEntriesOf(lines)
  if (wanted.length === 0) return
  const rows = await tx.sql.rows({ id: bigint, client_id: orNull(bigint), is_free: bool })`
    SELECT id, client_id, (${unbilledOnly} OR id = ANY (${had}::bigint[])) AND NOT EXISTS (
      SELECT FROM invoice_lines AS line WHERE line.workspace_id = ${tx.workspaceId} AND line.time_entry_id = time_entries.id) AS is_free
    FROM time_entries
    WHERE workspace_id = ${tx.workspaceId} AND id = ANY (${wanted.map(({ id }) => id)}::bigint[]) AND deleted_at IS NULL`
  const known = new Map(rows.map((row) => [Number(row.id), row]))
  const seen = new Set<number>()
  for (const { id, index } of wanted) {
    const field = `lines[${index}].time_entry_id`
    const entry = known.get(id)
    if (!entry) throw invalid(field, 'not_found', `${id} does not name one of the time entries`)
    if (seen.has(id)) throw invalid(field, 'repeated', `Time entry ${id} is there twice`)
    if (!entry.is_free)
      throw conflict(`Time entry ${id} is billed already, or not billable`, { field, code: 'not_billable' })
    if (clientId !== null && entry.client_id !== null && Number(entry.client_id) !== clientId)
      throw invalid(field, 'other_client', `Time entry ${id} is of another client`)
    seen.add(id)
  }
}
