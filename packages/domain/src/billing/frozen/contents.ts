import { Prisma } from '@matterbase/db'
import { taxesOf } from '../taxes/taxes-of.ts'
import { currentLines } from './current-lines.ts'

// Expressions of JSON text over a row of `page`, which is an invoice or a credit note.

/** On one line, without the spaces of json_agg. */
const arrayOf = (columns: Prisma.Sql, rows: Prisma.Sql) => Prisma.sql`(
  SELECT '[' || coalesce(string_agg((SELECT row_to_json(answer)::text FROM (SELECT ${columns}) AS answer), ',' ORDER BY position), '') || ']'
  FROM (${rows}) AS item)`

/** The lines in the issued content. */
const issuedLines = Prisma.sql`
  ROWS FROM (json_to_recordset(page.frozen->'lines') AS (
    kind text, date date, description text, quantity numeric, "unitPrice" numeric, discount numeric, net numeric, category text,
    percent numeric, member json, activity text, "caseId" bigint, unit text)) WITH ORDINALITY
  AS line (kind, date, description, quantity, unit_price, discount, net, category, percent, member, code, issued_case_id, unit, position)`

const lineColumns = Prisma.sql`
  position, kind, date, description, trim_scale(quantity) AS quantity, coalesce(unit, CASE kind WHEN 'time' THEN 'hour' ELSE 'piece' END) AS unit,
  trim_scale(unit_price) AS unit_price, trim_scale(discount) AS discount_amount, trim_scale(net) AS net_amount,
  category AS tax_category, trim_scale(percent) AS tax_percent, user_id, user_name, code`

const currentDigits = Prisma.sql`coalesce(page.currency_digits, firm_digits(page.workspace_id))`
const page = { workspaceId: Prisma.sql`page.workspace_id`, invoiceId: Prisma.sql`page.invoice_id` }

// The stored lines of an issued invoice have the order of its content.
const linesOfInvoice = arrayOf(
  Prisma.sql`${lineColumns}, trim_scale(discount_percent) AS discount_percent, time_entry_id, expense_id, case_id`,
  Prisma.sql`
    SELECT position, kind, date, description, quantity, unit, unit_price, discount, net, category, percent, member->>'id' AS user_id,
           member->>'name' AS user_name, code, discount_percent, time_entry_id, expense_id, coalesce(issued_case_id, case_id) AS case_id
    FROM ${issuedLines}
    LEFT JOIN (
      SELECT position, discount_percent, time_entry_id, expense_id, case_id
      FROM (${currentLines({ ...page, digits: currentDigits })}) AS stored
    ) AS stored USING (position)
    UNION ALL
    SELECT position, kind, date, description, quantity, unit, unit_price, discount, net, category, percent, user_id::text, user_name, code,
           discount_percent, time_entry_id, expense_id, case_id
    FROM (${currentLines({ ...page, digits: currentDigits })}) AS stored WHERE page.frozen IS NULL`,
)

const linesOfCreditNote = arrayOf(
  lineColumns,
  Prisma.sql`SELECT *, member->>'id' AS user_id, member->>'name' AS user_name FROM ${issuedLines}`,
)

const taxColumns = Prisma.sql`
  category, trim_scale(percent) AS percent, trim_scale(base) AS base_amount, trim_scale(tax) AS tax_amount, reason`

const issuedTaxes = Prisma.sql`
  SELECT category, percent, base, tax, reason, position
  FROM ROWS FROM (json_to_recordset(page.frozen->'taxes') AS (category text, percent numeric, base numeric, tax numeric, reason text))
    WITH ORDINALITY AS tax (category, percent, base, tax, reason, position)`

const taxesOfInvoice = arrayOf(
  taxColumns,
  Prisma.sql`
    ${issuedTaxes}
    UNION ALL
    SELECT taxes.category, taxes.percent, base, tax, known.reason, row_number() OVER (ORDER BY taxes.percent DESC, taxes.category)
    FROM (${taxesOf(page.workspaceId, page.invoiceId)}) AS taxes
    LEFT JOIN tax_rates AS known
      ON known.workspace_id = page.workspace_id AND known.category = taxes.category AND known.percent = taxes.percent
    WHERE page.frozen IS NULL`,
)

const paymentsOfInvoice = arrayOf(
  Prisma.sql`payment_id, credit_note_id, trim_scale(amount) AS amount, paid_on, method, reference`,
  Prisma.sql`
    SELECT share.id AS position, share.payment_id, share.credit_note_id, share.amount, coalesce(payment.paid_on, note.issued) AS paid_on,
           payment.method, coalesce(payment.reference, note.number) AS reference
    FROM allocations AS share
    LEFT JOIN payments AS payment ON payment.workspace_id = share.workspace_id AND payment.id = share.payment_id
    LEFT JOIN credit_notes AS note ON note.workspace_id = share.workspace_id AND note.id = share.credit_note_id
    WHERE share.workspace_id = page.workspace_id AND share.invoice_id = page.invoice_id`,
)

/** The contents of invoices for `expand`. */
export const contentsOfInvoice = { lines: linesOfInvoice, taxes: taxesOfInvoice, payments: paymentsOfInvoice }

/** The contents of credit notes for `expand`. */
export const contentsOfCreditNote = { lines: linesOfCreditNote, taxes: arrayOf(taxColumns, issuedTaxes) }
