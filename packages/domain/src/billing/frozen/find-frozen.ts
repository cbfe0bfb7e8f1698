import { oneOf, orNull, Prisma, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { lineKinds, taxCategories } from '@matterbase/schemas'
import { defaultLocale, digitsOf } from '@matterbase/schemas/writing'
import { taxesOf } from '../taxes/taxes-of.ts'
import type { Tx } from '../../core/tx/write.ts'
import type { FrozenInvoice, FrozenLine, FrozenTax } from './frozen-invoice.ts'
import { partiesOf } from './parties.ts'

/**
 * An invoice as it was issued; of a draft, and of what was issued before invoices were frozen, how it stands now.
 * Undefined when the workspace has no such invoice.
 */
export async function findFrozen(sql: Sql, workspaceId: number, id: number): Promise<FrozenInvoice | undefined> {
  const [row] = await sql.rows({ frozen: orNull(text) })`
    SELECT frozen::text AS frozen FROM invoices
    WHERE workspace_id = ${workspaceId} AND invoice_id = ${id} AND deleted_at IS NULL`
  if (!row) return undefined
  return row.frozen === null ? asItStands(sql, workspaceId, id) : (JSON.parse(row.frozen) as FrozenInvoice)
}

/** A credit note as it was issued; undefined when the workspace has no such one. */
export async function findCreditNote(sql: Sql, workspaceId: number, id: number): Promise<FrozenInvoice | undefined> {
  const [row] = await sql.rows({ frozen: text })`
    SELECT frozen::text AS frozen FROM credit_notes WHERE workspace_id = ${workspaceId} AND id = ${id}`
  return row && (JSON.parse(row.frozen) as FrozenInvoice)
}

/** Keeps an invoice as it stands, for good, and in the currency that it has by now. */
export async function freeze({ sql, workspaceId }: Tx, id: number): Promise<void> {
  const frozen = await asItStands(sql, workspaceId, id)
  await sql.run`
    UPDATE invoices SET frozen = ${JSON.stringify(frozen)}::json, currency = ${frozen.currency}, currency_digits = ${frozen.digits}
    WHERE workspace_id = ${workspaceId} AND invoice_id = ${id}`
}

async function asItStands(sql: Sql, workspaceId: number, id: number): Promise<FrozenInvoice> {
  const head = await headOf(sql, workspaceId, id)
  const { parties, firm } = await partiesOf(sql, workspaceId, head)
  const currency = head.currency ?? firm.currency
  const digits = digitsOf(currency)
  const lines = await linesOf(sql, workspaceId, id, digits)
  const days = lines.flatMap(({ date }) => date ?? []).toSorted()
  const [from, to] = [days[0], days.at(-1)]
  const { number, issued, due, net, tax, total } = head
  return {
    kind: 'invoice',
    ...parties,
    number,
    issued,
    due,
    period: from !== undefined && to !== undefined ? { from, to } : null,
    currency,
    digits,
    locale: firm.locale ?? defaultLocale,
    corrects: null,
    reason: null,
    lines,
    taxes: await frozenTaxes(sql, workspaceId, id),
    totals: { net, tax, total },
    note: firm.invoice_note,
  }
}

async function headOf(sql: Sql, workspaceId: number, id: number) {
  const [head] = await sql.rows({
    number: text,
    issued: text,
    due: orNull(text),
    currency: orNull(text),
    case_id: orNull(text),
    client_id: orNull(text),
    net: text,
    tax: text,
    total: text,
  })`
    SELECT invoice_number AS number, coalesce(issue_date, firm_day(workspace_id, created_at))::text AS issued, due_date::text AS due,
           currency, case_id::text, client_user_id::text AS client_id,
           -- One without lines has a total only.
           coalesce(base, total_amount)::text AS net, coalesce(tax, 0)::text AS tax, total_amount::text AS total
    FROM invoices CROSS JOIN (SELECT sum(base) AS base, sum(tax) AS tax FROM (${taxesOf(workspaceId, id)}) AS taxes) AS sums
    WHERE workspace_id = ${workspaceId} AND invoice_id = ${id}`
  if (!head) throw new Error(`There is no invoice ${id}`)
  return head
}

async function linesOf(sql: Sql, workspaceId: number, id: number, digits: number): Promise<FrozenLine[]> {
  const rows = await sql.rows({
    kind: oneOf(lineKinds),
    date: orNull(text),
    description: text,
    quantity: text,
    unitPrice: text,
    discount: text,
    net: text,
    category: oneOf(taxCategories),
    percent: text,
    activity: orNull(text),
    member_id: orNull(text),
    member: orNull(text),
    timekeeperId: orNull(text),
    classification: orNull(text),
  })`
    SELECT kind, worked_on::text AS date, line.description, net::text, tax_category AS category, tax_percent::text AS percent,
           -- What is billed at more than its price, or without one, is one piece of what it costs.
           (CASE WHEN gross >= net THEN quantity ELSE 1 END)::text AS quantity,
           (CASE WHEN gross >= net THEN unit_price ELSE net END)::text AS "unitPrice",
           (CASE WHEN gross >= net THEN gross - net ELSE 0 END)::text AS discount,
           coalesce(activity_type, expense.code) AS activity, entry.user_id::text AS member_id, member.name AS member,
           timekeeper_id AS "timekeeperId", classification
    FROM (SELECT *, round(quantity * unit_price, ${Prisma.raw(String(digits))}) AS gross FROM invoice_lines
          WHERE workspace_id = ${workspaceId} AND invoice_id = ${id}) AS line
    LEFT JOIN time_entries AS entry ON entry.workspace_id = line.workspace_id AND entry.id = line.time_entry_id
    LEFT JOIN (SELECT workspace_id, id, code FROM expenses) AS expense
      ON expense.workspace_id = line.workspace_id AND expense.id = line.expense_id
    LEFT JOIN users AS member ON member.id = entry.user_id
    LEFT JOIN timekeepers ON timekeepers.workspace_id = line.workspace_id AND timekeepers.user_id = entry.user_id
    ORDER BY line.id`
  return rows.map(({ member_id: id, member: name, timekeeperId, classification, ...line }) => ({
    ...line,
    member: id !== null && name !== null ? { id, name, timekeeperId, classification } : null,
  }))
}

function frozenTaxes(sql: Sql, workspaceId: number, id: number): Promise<FrozenTax[]> {
  return sql.rows({
    category: oneOf(taxCategories),
    percent: text,
    base: text,
    tax: text,
    reason: orNull(text),
  })`
    SELECT taxes.category, taxes.percent::text AS percent, base::text AS base, tax::text AS tax, known.reason
    FROM (${taxesOf(workspaceId, id)}) AS taxes
    LEFT JOIN tax_rates AS known
      ON known.workspace_id = ${workspaceId} AND known.category = taxes.category AND known.percent = taxes.percent
    ORDER BY taxes.percent DESC, taxes.category`
}
