import { bigint, Prisma } from '@matterbase/db'
import { replaceLines } from '../billing/lines/invoice-lines.ts'
import type { NewLine } from '../billing/lines/invoice-lines.ts'
import { billToColumns } from '../billing/frozen/bill-to.ts'
import { currentBillTo } from '../billing/frozen/parties.ts'
import { takeNumber } from '../billing/numbers/invoice-numbers.ts'
import { readState } from '../billing/invoices/invoice-state.ts'
import { contentOf } from '../billing/invoices/issue-invoice.ts'
import { renewTime } from '../billing/rates/resolve.ts'
import { settleWork } from '../billing/lines/billed-work.ts'
import type { sampleExpenses } from './sample-expenses.ts'
import type { sampleClients } from './sample-records.ts'
import { searchableWords } from '../core/tx/words.ts'
import type { Tx } from '../core/write/transaction.ts'

type Matter = (typeof sampleClients)[number]['matters'][number]

export interface OnMatter {
  readonly caseId: bigint
  readonly clientId: bigint
}

/** Work of the owner, at the rate that is typed on it. */
export async function putTime(tx: Tx, { caseId, clientId }: OnMatter, time: Matter['time'][number]): Promise<bigint> {
  const { day, hours, rate, activity, description } = time
  const start = dayFrom(tx, day)
  const end = new Date(start.getTime() + hours * 3_600_000)
  const id = await insert(
    tx,
    Prisma.sql`
    INSERT INTO time_entries (workspace_id, case_id, client_id, description, activity_type, duration, start_time, end_time,
                              is_billable, hourly_rate, status, user_id, words, created_at, updated_at)
    VALUES (${tx.workspaceId}, ${caseId}, ${clientId}, ${description}, ${activity}, ${String(hours)}::text::numeric, ${start},
            ${end}, true, ${String(rate)}::text::numeric, 'pending', ${ownerOf(tx)}, ${searchableWords(`${description} ${activity}`)}, ${start}, ${tx.stamp()})
    RETURNING id`,
  )
  await renewTime(tx, { ids: [Number(id)] })
  return id
}

const ownerOf = ({ workspaceId }: Tx) => Prisma.sql`(
  SELECT user_id FROM memberships
  WHERE owner_uuid = (SELECT owner_uuid FROM workspaces WHERE id = ${workspaceId}) AND role = 'owner'
  ORDER BY created_at, user_id LIMIT 1)`

/** On a matter, or on the firm itself. */
export function putExpense(
  tx: Tx,
  of: OnMatter | undefined,
  expense: (typeof sampleExpenses)[number],
): Promise<bigint> {
  const { day, description, quantity, price, kind, vendor, code, isBillable } = expense
  const on = dayFrom(tx, day)
  return insert(
    tx,
    Prisma.sql`
    INSERT INTO expenses (workspace_id, case_id, client_id, date, description, quantity, unit_price, kind, vendor, code,
                          is_billable, status, user_id, words, created_at, updated_at)
    VALUES (${tx.workspaceId}, ${of?.caseId ?? null}, ${of?.clientId ?? null}, ${on}::timestamptz::date, ${description},
            ${String(quantity)}::text::numeric, ${String(price)}::text::numeric, ${kind}, ${vendor}, ${code}, ${isBillable},
            'pending', ${ownerOf(tx)}, ${searchableWords([description, vendor, code].filter(Boolean).join(' '))}, ${on}, ${tx.stamp()})
    RETURNING id`,
  )
}

/** An invoice for these. */
export async function putInvoice(
  tx: Tx,
  { caseId, clientId }: OnMatter,
  { number, status, issued, due }: NonNullable<Matter['invoice']>,
  lines: readonly NewLine[],
) {
  const { workspaceId, sql } = tx
  const isIssued = status !== 'draft'
  if (isIssued) await takeNumber(tx, 'invoice', { number })
  const id = await insert(
    tx,
    Prisma.sql`
    INSERT INTO invoices (workspace_id, invoice_id, invoice_number, case_id, client_user_id, total_amount, status, issue_date,
                          due_date, created_at, updated_at)
    SELECT ${workspaceId}, id, CASE WHEN ${isIssued} THEN ${number} ELSE 'DRAFT-' || id END, ${caseId}, ${clientId}, 0, ${status},
           ${dayFrom(tx, issued)}::timestamptz::date, ${dayFrom(tx, due)}::timestamptz::date, ${dayFrom(tx, issued)}, ${tx.stamp()}
    FROM (SELECT nextval(pg_get_serial_sequence('invoices', 'invoice_id')) AS id) AS taken RETURNING invoice_id AS id`,
  )
  await replaceLines(tx, { id: Number(id), clientId: Number(clientId) }, lines)
  const content = isIssued
    ? await contentOf(tx, await readState(tx, Number(id)))
    : billToColumns(await currentBillTo(sql, workspaceId, clientId))
  await sql.run`UPDATE invoices SET ${content} WHERE workspace_id = ${workspaceId} AND invoice_id = ${id}`
  if (status !== 'paid') return
  await settleWork(tx, Number(id), status)
  await sql.run`
    WITH invoice AS (
      UPDATE invoices SET paid_date = due_date, amount_paid = total_amount WHERE workspace_id = ${workspaceId} AND invoice_id = ${id}
      RETURNING total_amount, due_date, currency
    ), payment AS (
      INSERT INTO payments (workspace_id, client_id, amount, currency, paid_on, method, request_key, created_at, updated_at)
      SELECT ${workspaceId}, ${clientId}, total_amount, currency, due_date, 'Bank transfer', gen_random_uuid(), ${tx.now}, ${tx.stamp()} FROM invoice
      RETURNING id, amount
    )
    INSERT INTO allocations (workspace_id, payment_id, invoice_id, amount)
    SELECT ${workspaceId}, id, ${id}, amount FROM payment`
}

/** Nine in the morning, so many days from today; never later than now today. */
export function dayFrom({ now }: Tx, days: number): Date {
  const then = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days, 9)
  return new Date(days === 0 ? Math.min(then, now.getTime()) : then)
}

export async function insert({ sql }: Tx, statement: Prisma.Sql): Promise<bigint> {
  const [row] = await sql.rows({ id: bigint })(statement)
  if (!row) throw new Error('A sample was not written')
  return row.id
}
