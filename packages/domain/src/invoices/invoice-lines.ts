import { bigint, bool, int, orNull, Prisma } from '@matterbase/db'
import { setTimeStatus, timeOf } from './invoice-time.ts'
import { conflict, invalid } from '../verbs/refused.ts'
import { digitsIn, hoursOfEntry, rateOfEntry, unbilledOnly } from '../time/unbilled.ts'
import type { Tx } from '../tx/write.ts'

/** What a line of an invoice says. Of time, whatever is not given is taken from the entry. */
export interface NewLine {
  readonly time_entry_id?: number | null | undefined
  readonly description?: string | null | undefined
  readonly hours?: number | null | undefined
  /** Per hour. */
  readonly rate?: number | null | undefined
  /** Default: hours × rate, rounded as the currency's amounts are. */
  readonly amount?: number | null | undefined
}

/** Writes a row of `invoice_lines` as JSON text. */
export const lineJson = Prisma.sql`(SELECT row_to_json(answer)::text FROM (
  SELECT id, time_entry_id, description, hours, rate, amount,
    (SELECT firm_day(entry.workspace_id, coalesce(entry.start_time, entry.created_at)) FROM time_entries AS entry
     WHERE entry.workspace_id = invoice_lines.workspace_id AND entry.id = time_entry_id) AS worked_on) AS answer)`

interface LinesOf {
  readonly id: number
  readonly clientId: number | null
}

/**
 * Gives an invoice these lines in place of those it has, and their sum as its total. Time that comes
 * onto it is billed, time that leaves it waits again.
 * @throws RefusedError when time cannot be billed, or the text is more than can be printed.
 */
export async function replaceLines(tx: Tx, invoice: LinesOf, lines: readonly NewLine[]): Promise<void> {
  const { workspaceId, sql } = tx
  const had = await timeOf(tx, invoice.id)
  await sql.run`DELETE FROM invoice_lines WHERE workspace_id = ${workspaceId} AND invoice_id = ${invoice.id}`
  await requireBillable(tx, lines, invoice, had)
  await sql.run`
    INSERT INTO invoice_lines (workspace_id, invoice_id, time_entry_id, description, hours, rate, amount)
    SELECT ${workspaceId}, ${invoice.id}, time_entry_id, description, hours, rate, coalesce(amount, round(hours * rate, ${digitsIn(workspaceId)}), 0)
    FROM (
      SELECT given.place, given.time_entry_id, given.amount,
             coalesce(given.description, nullif(trim(entry.description), ''), entry.activity_type, 'Time') AS description,
             coalesce(given.hours, entry.duration) AS hours, coalesce(given.rate, entry.hourly) AS rate
      FROM json_to_recordset(${JSON.stringify(lines.map((line, place) => ({ ...line, place })))}::json)
        AS given (place int, time_entry_id bigint, description text, hours numeric, rate numeric, amount numeric)
      LEFT JOIN (
        SELECT id, description, activity_type, ${hoursOfEntry} AS duration, ${rateOfEntry} AS hourly FROM time_entries WHERE workspace_id = ${workspaceId}
      ) AS entry ON entry.id = given.time_entry_id
      ORDER BY place
    ) AS line ORDER BY place`
  await requirePrintable(tx, invoice.id)
  await sql.run`
    UPDATE invoices SET total_amount = (
      SELECT coalesce(sum(amount), 0) FROM invoice_lines WHERE workspace_id = ${workspaceId} AND invoice_id = ${invoice.id})
    WHERE workspace_id = ${workspaceId} AND invoice_id = ${invoice.id}`
  const has = timeEntriesOf(lines).map(({ id }) => id)
  await setTimeStatus(
    tx,
    had.filter((id) => !has.includes(id)),
    'pending',
  )
  await setTimeStatus(tx, has, 'billed')
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
