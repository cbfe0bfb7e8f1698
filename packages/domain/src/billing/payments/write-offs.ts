import { Prisma } from '@matterbase/db'
import type { Tx } from '../../core/write/transaction.ts'
import { openAmount } from './open.ts'
import { creditedTaxesOn } from './settlement.ts'

/** The gross amount of an invoice by tax rate. An invoice without lines is not subject to tax. */
const invoicedBy = (workspaceId: number, id: number) => Prisma.sql`
  SELECT category, percent, base + tax AS amount
  FROM invoices CROSS JOIN json_to_recordset(frozen->'taxes') AS tax (category text, percent numeric, base numeric, tax numeric)
  WHERE workspace_id = ${workspaceId} AND invoice_id = ${id}
  UNION ALL
  SELECT 'O', 0, total_amount FROM invoices
  WHERE workspace_id = ${workspaceId} AND invoice_id = ${id} AND coalesce(json_array_length(frozen->'taxes'), 0) = 0`

/** The part of `written_off` without a row, from before write-offs had rows. */
const withoutRow = (workspaceId: number, id: number) => Prisma.sql`(
  SELECT written_off - coalesce((
      SELECT sum(amount) FROM write_offs WHERE write_offs.workspace_id = ${workspaceId} AND write_offs.invoice_id = ${id}), 0)
  FROM invoices WHERE workspace_id = ${workspaceId} AND invoice_id = ${id} AND written_off_at IS NOT NULL)`

/** The written-off amount of an invoice by tax rate. The rate is null for what an earlier version wrote off. */
const writtenOffBy = (workspaceId: number, id: number) => Prisma.sql`
  SELECT rate_category AS category, rate_percent AS percent, amount FROM write_offs
  WHERE workspace_id = ${workspaceId} AND invoice_id = ${id}
  UNION ALL SELECT NULL, NULL, ${withoutRow(workspaceId, id)}`

/** Rounds the exact parts of an amount, so that they add up to it. */
const rounded = (workspaceId: number, id: number, parts: Prisma.Sql) => Prisma.sql`
  SELECT category, percent, upto - lag(upto, 1, 0) OVER rates AS part FROM (
    SELECT category, percent, round(sum(exact) OVER rates, (
        SELECT greatest(coalesce(currency_digits, firm_digits(workspace_id)), scale(trim_scale(whole))) FROM invoices
        WHERE workspace_id = ${workspaceId} AND invoice_id = ${id})) AS upto
    FROM (${parts}) AS parts WINDOW rates AS (ORDER BY percent DESC NULLS LAST, category)) AS sums
  WINDOW rates AS (ORDER BY percent DESC NULLS LAST, category)`

/** Keeps the amount that is about to be written off, by tax rate, for the journal. */
export async function recordWriteOff({ sql, workspaceId, now }: Tx, invoiceId: number, open: string): Promise<void> {
  if (Number(open) === 0) return
  const parts = Prisma.sql`
    SELECT category, percent, whole, CASE
      WHEN sum(invoiced - used) OVER () > 0 THEN whole * (invoiced - used) / sum(invoiced - used) OVER ()
      -- Credited in full, and due again because a payment was reversed.
      ELSE whole * invoiced / sum(invoiced) OVER () END AS exact
    FROM (
      SELECT category, percent, sum(invoiced) AS invoiced, sum(used) AS used FROM (
        SELECT category, percent, amount AS invoiced, 0 AS used FROM (${invoicedBy(workspaceId, invoiceId)}) AS taxes
        UNION ALL
        SELECT category, percent::numeric, 0, base::numeric + tax::numeric FROM (${creditedTaxesOn(workspaceId, invoiceId)}) AS credited
        UNION ALL
        SELECT category, percent, 0, amount FROM (${writtenOffBy(workspaceId, invoiceId)}) AS former WHERE category IS NOT NULL
      ) AS amounts GROUP BY category, percent
    ) AS rates CROSS JOIN (SELECT ${open}::text::numeric AS whole) AS written`
  await sql.run`
    INSERT INTO write_offs (workspace_id, invoice_id, amount, at, rate_category, rate_percent)
    SELECT ${workspaceId}, ${invoiceId}, part, ${now}, category, percent
    FROM (${rounded(workspaceId, invoiceId, parts)}) AS rates WHERE part <> 0`
}

interface TakingBack {
  readonly invoiceId: number
  /** The part of a payment or credit note that is allocated to the invoice. */
  readonly share: string
  /** A credit note takes its own tax rates back first. */
  readonly creditNoteId?: number
  /** The day of a payment. Default: today. */
  readonly day?: string
}

/** Takes back the part of a write-off that a payment or credit note is about to cover, for the journal. */
export async function takeBackWriteOff(
  { sql, workspaceId, now }: Tx,
  { invoiceId, share, creditNoteId = 0, day }: TakingBack,
): Promise<void> {
  const parts = Prisma.sql`
    SELECT category, percent, whole, CASE
      WHEN sum(own) OVER () >= whole THEN whole * own / sum(own) OVER ()
      ELSE own + (amount - own) * (whole - sum(own) OVER ()) / sum(amount - own) OVER () END AS exact
    FROM (
      SELECT former.category, former.percent, former.amount,
             CASE WHEN former.amount > 0 THEN least(greatest(note.amount, 0), former.amount)
               ELSE greatest(least(coalesce(note.amount, 0), 0), former.amount) END AS own
      FROM (SELECT category, percent, sum(amount) AS amount FROM (${writtenOffBy(workspaceId, invoiceId)}) AS rows
            GROUP BY category, percent HAVING sum(amount) <> 0) AS former
      LEFT JOIN (
        SELECT category, percent, base + tax AS amount
        FROM credit_notes CROSS JOIN json_to_recordset(frozen->'taxes') AS tax (category text, percent numeric, base numeric, tax numeric)
        WHERE workspace_id = ${workspaceId} AND id = ${creditNoteId}) AS note
        ON note.category = former.category AND note.percent = former.percent
    ) AS rates CROSS JOIN (
      SELECT ${share}::text::numeric - ${openAmount} AS whole FROM invoices
      WHERE workspace_id = ${workspaceId} AND invoice_id = ${invoiceId}) AS covered
    WHERE whole > 0`
  await sql.run`
    WITH former AS (
      INSERT INTO write_offs (workspace_id, invoice_id, amount, at)
      SELECT workspace_id, invoice_id, part, written_off_at
      FROM invoices CROSS JOIN LATERAL (SELECT ${withoutRow(workspaceId, invoiceId)} AS part) AS unnoted
      WHERE workspace_id = ${workspaceId} AND invoice_id = ${invoiceId} AND part <> 0 AND ${share}::text::numeric > ${openAmount}
    )
    INSERT INTO write_offs (workspace_id, invoice_id, amount, at, booked_on, rate_category, rate_percent)
    SELECT ${workspaceId}, ${invoiceId}, -part, ${now}, greatest(${day ?? null}::text::date, (
        SELECT max(coalesce(booked_on, firm_day(workspace_id, at))) FROM write_offs
        WHERE workspace_id = ${workspaceId} AND invoice_id = ${invoiceId} AND ${day !== undefined})), category, percent
    FROM (${rounded(workspaceId, invoiceId, parts)}) AS rates WHERE part <> 0`
}
