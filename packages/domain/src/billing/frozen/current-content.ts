import { bigint, float, oneOf, orNull, Prisma, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { lineKinds, taxCategories } from '@matterbase/schemas'
import { defaultLocale, digitsOf } from '@matterbase/schemas/writing'
import { taxesOf } from '../taxes/taxes-of.ts'
import { billToColumns, billToOf } from './bill-to.ts'
import { currentLines } from './current-lines.ts'
import type { FrozenInvoice, FrozenLine } from './frozen-invoice.ts'
import { partiesOf } from './parties.ts'

interface InvoiceId {
  readonly workspaceId: number
  readonly id: number
}

/** The columns of an invoice that its content shows. */
export interface InvoiceHead {
  readonly number: string
  /** `YYYY-MM-DD`. */
  readonly issued: string
  readonly due: string | null
  readonly currency: string | null
  readonly caseId: bigint | null
  readonly clientId: bigint | null
  readonly total: string
}

/** The assignments that store the content of an issued invoice, with the currency and language that it keeps. */
export const frozenColumns = (frozen: FrozenInvoice) => Prisma.sql`
  frozen = ${JSON.stringify(frozen)}::json, currency = ${frozen.currency}, currency_digits = ${frozen.digits}::int,
  language = ${frozen.locale}, ${listedColumns(frozen)}`

/** The assignments that store the parts of the content that lists show. */
export const listedColumns = ({ totals, period, buyer }: FrozenInvoice) => Prisma.sql`
  net_amount = ${totals.net}::text::numeric, period_from = ${period?.from ?? null}::text::date, period_to = ${period?.to ?? null}::text::date,
  ${billToColumns(billToOf(buyer))}`

/** Everything that an invoice shows, from the firm, the client, the matter and the lines as they are now. */
export async function currentContent(sql: Sql, invoice: InvoiceId, head: InvoiceHead): Promise<FrozenInvoice> {
  const { parties, firm } = await partiesOf(sql, invoice.workspaceId, head)
  const currency = head.currency ?? firm.currency
  const digits = digitsOf(currency)
  const lines = await linesOf(sql, invoice, digits)
  const days = lines.flatMap(({ date }) => date ?? []).toSorted()
  const [from, to] = [days[0], days.at(-1)]
  const { taxes, net = head.total, tax = '0' } = await taxesOn(sql, invoice)
  return {
    kind: 'invoice',
    ...parties,
    number: head.number,
    issued: head.issued,
    due: head.due,
    period: from !== undefined && to !== undefined ? { from, to } : null,
    currency,
    digits,
    locale: firm.locale ?? defaultLocale,
    corrects: null,
    reason: null,
    lines,
    taxes,
    totals: { net, tax, total: head.total },
    note: firm.invoice_note,
  }
}

export async function headOf(sql: Sql, workspaceId: number, id: number): Promise<InvoiceHead> {
  const [head] = await sql.rows({
    number: text,
    issued: text,
    due: orNull(text),
    currency: orNull(text),
    caseId: orNull(bigint),
    clientId: orNull(bigint),
    total: text,
  })`
    SELECT invoice_number AS number, coalesce(issue_date, firm_day(workspace_id, created_at))::text AS issued, due_date::text AS due,
           currency, case_id AS "caseId", client_user_id AS "clientId", total_amount::text AS total
    FROM invoices WHERE workspace_id = ${workspaceId} AND invoice_id = ${id}`
  if (!head) throw new Error(`Invoice ${id} does not exist`)
  return head
}

async function linesOf(sql: Sql, { workspaceId, id }: InvoiceId, digits: number): Promise<FrozenLine[]> {
  const rows = await sql.rows({
    kind: oneOf(lineKinds),
    date: orNull(text),
    description: text,
    quantity: text,
    unit: orNull(text),
    unitPrice: text,
    discount: text,
    net: text,
    category: oneOf(taxCategories),
    percent: text,
    activity: orNull(text),
    caseId: orNull(float),
    member_id: orNull(text),
    member: orNull(text),
    timekeeperId: orNull(text),
    classification: orNull(text),
  })`
    SELECT kind, date::text AS date, description, net::text AS net, category, percent::text AS percent, quantity::text AS quantity, unit,
           unit_price::text AS "unitPrice", discount::text AS discount, code AS activity, case_id::float8 AS "caseId", user_id::text AS member_id, user_name AS member,
           "timekeeperId", classification
    FROM (${currentLines({ workspaceId: Prisma.sql`${workspaceId}::int`, invoiceId: Prisma.sql`${id}::bigint`, digits: Prisma.raw(String(digits)) })}) AS line
    LEFT JOIN (SELECT workspace_id, user_id AS timekeeper, timekeeper_id AS "timekeeperId", classification FROM timekeepers) AS timekeepers
      ON timekeepers.workspace_id = ${workspaceId} AND timekeeper = line.user_id
    ORDER BY position`
  return rows.map(({ member_id: memberId, member: name, timekeeperId, classification, unit, ...line }) => ({
    ...line,
    ...(unit !== null && { unit: 'piece' as const }),
    member: memberId !== null && name !== null ? { id: memberId, name, timekeeperId, classification } : null,
  }))
}

/** The taxes with their sums, which are undefined for an invoice without lines. */
async function taxesOn(sql: Sql, { workspaceId, id }: InvoiceId) {
  const rows = await sql.rows({
    category: oneOf(taxCategories),
    percent: text,
    base: text,
    tax: text,
    reason: orNull(text),
    netOfAll: text,
    taxOfAll: text,
  })`
    SELECT taxes.category, taxes.percent::text AS percent, base::text AS base, tax::text AS tax, known.reason,
           (sum(base) OVER ())::text AS "netOfAll", (sum(tax) OVER ())::text AS "taxOfAll"
    FROM (${taxesOf(workspaceId, id)}) AS taxes
    LEFT JOIN tax_rates AS known
      ON known.workspace_id = ${workspaceId} AND known.category = taxes.category AND known.percent = taxes.percent
    ORDER BY taxes.percent DESC, taxes.category`
  const taxes = rows.map(({ netOfAll: _net, taxOfAll: _tax, ...each }) => each)
  return { taxes, net: rows[0]?.netOfAll, tax: rows[0]?.taxOfAll }
}
