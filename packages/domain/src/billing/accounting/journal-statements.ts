import { identifier, Prisma } from '@matterbase/db'
import { currencyOrFirms } from '../firm/currency.ts'
import type { Period } from './journal-entry.ts'

// The statements read the days that rows keep. A row of an earlier version without one has the day in today's time zone until
// the backfill has filled it.

interface Of extends Period {
  readonly workspaceId: number
}

/** The statement of each kind of record, as an array of JSON with at most `most` records. */
export function sourceStatements(of: Of, most: number) {
  const listed = (rows: Prisma.Sql, order = Prisma.sql`source.id`) => Prisma.sql`
    (SELECT coalesce(json_agg(source ORDER BY ${order}), '[]')::text FROM (${rows} LIMIT ${most}) AS source)`
  return {
    invoices: listed(invoicesOf(of)),
    creditNotes: listed(creditNotesOf(of)),
    writeOffs: listed(
      writeOffsOf(of),
      Prisma.sql`source.id, at, source.percent::numeric DESC, source.category, amount`,
    ),
    payments: listed(moneyOf(of, 'payments', sharesOf(of))),
    spent: listed(spentOf(of)),
    refunds: listed(moneyOf(of, 'refunds', Prisma.sql`coalesce(booked_documents, '[]')`)),
  }
}

const within = (day: Prisma.Sql, { from, to }: Period) =>
  Prisma.sql`${day} BETWEEN ${from}::text::date AND ${to}::text::date`

/** When an invoice was voided. Earlier versions did not store it. An invoice that was credited in full is not voided. */
export const voidedAt = Prisma.sql`coalesce(voided_at, CASE WHEN credited + written_off < total_amount THEN updated_at END)`

const parties = Prisma.sql`
  frozen->'buyer'->>'name' AS "clientName", frozen->'seller'->>'country' AS "firmCountry",
  frozen->'buyer'->>'country' AS "clientCountry", frozen->'buyer'->>'vatId' AS "vatId"`

const invoicesOf = (of: Of) => Prisma.sql`
  SELECT * FROM (
    SELECT invoice_id AS id, invoice_number AS number, client_user_id AS "clientId", ${parties}, ${currencyOrFirms} AS currency,
           coalesce(issue_date, (frozen->>'issued')::date, firm_day(workspace_id, created_at)) AS issued,
           CASE WHEN status = 'cancelled' THEN coalesce(voided_on, firm_day(workspace_id, ${voidedAt})) END AS voided,
           NULL::text AS corrects, frozen->'taxes' AS taxes, total_amount::text AS total
    FROM invoices
    -- A draft that was voided was never issued.
    WHERE workspace_id = ${of.workspaceId} AND deleted_at IS NULL AND status <> 'draft'
      AND (status <> 'cancelled' OR frozen IS NOT NULL)) AS issued_invoices
  WHERE ${within(Prisma.sql`issued`, of)} OR ${within(Prisma.sql`voided`, of)}`

const creditNotesOf = (of: Of) => Prisma.sql`
  SELECT id, number, client_id AS "clientId", ${parties}, ${currencyOrFirms} AS currency,
         issued, NULL::date AS voided, frozen->'corrects'->>'number' AS corrects, frozen->'taxes' AS taxes, total::text AS total
  FROM credit_notes WHERE workspace_id = ${of.workspaceId} AND ${within(Prisma.sql`issued`, of)}`

/** The rows of `write_offs`, and what was written off before that table existed. A row is part of the entry of its moment. */
const writeOffsOf = (of: Of) => Prisma.sql`
  SELECT id, number, "clientId", "clientName", "firmCountry", "clientCountry", "vatId", currency, day, amount::text AS amount, "isReversal",
         category, percent::text AS percent, at
  FROM (
    SELECT invoice_id AS id, invoice_number AS number, client_user_id AS "clientId", ${parties}, ${currencyOrFirms} AS currency, day, at,
           part AS amount, sum(part) OVER (PARTITION BY invoice_id, at) < 0 AS "isReversal", rate_category AS category, rate_percent AS percent
    FROM invoices CROSS JOIN LATERAL (
      SELECT coalesce(booked_on, firm_day(workspace_id, at)) AS day, at, amount AS part, rate_category, rate_percent FROM (
        SELECT workspace_id AS firm, invoice_id AS of, booked_on, at, amount, rate_category, rate_percent FROM write_offs) AS noted
      WHERE firm = workspace_id AND of = invoice_id
      UNION ALL
      SELECT firm_day(workspace_id, written_off_at), written_off_at, written_off - coalesce((SELECT sum(amount) FROM (
        SELECT workspace_id AS firm, invoice_id AS of, amount FROM write_offs) AS noted WHERE firm = workspace_id AND of = invoice_id), 0), NULL, NULL
    ) AS parts
    WHERE workspace_id = ${of.workspaceId} AND deleted_at IS NULL AND status <> 'draft' AND part <> 0 AND at IS NOT NULL
      AND (written_off > 0 OR invoice_id IN (SELECT invoice_id FROM write_offs WHERE workspace_id = ${of.workspaceId}))) AS parts_of
  WHERE ${within(Prisma.sql`day`, of)}`

/** The client's name when the record was written. */
const bookedName = Prisma.sql`nullif(coalesce(booked_name, name_of_client(workspace_id, client_id)), '')`

const moneyOf = (of: Of, table: 'payments' | 'refunds', shares: Prisma.Sql) => Prisma.sql`
  SELECT * FROM (
    SELECT id, client_id AS "clientId", ${bookedName} AS "clientName", ${currencyOrFirms} AS currency, paid_on AS day,
           coalesce(reversed_on, firm_day(workspace_id, deleted_at)) AS reversed, amount::text AS amount, method, reference, ${shares} AS shares
    FROM ${identifier(table)} WHERE workspace_id = ${of.workspaceId}) AS money
  WHERE ${within(Prisma.sql`day`, of)} OR ${within(Prisma.sql`reversed`, of)}`

const sharesOf = (of: Of) => Prisma.sql`coalesce((
  SELECT json_agg(json_build_object('number', invoice_number, 'amount', share.amount::text, 'spent', share.spent_on) ORDER BY share.id)
  FROM (
    SELECT workspace_id, id, invoice_id, amount, spent_on FROM allocations
    WHERE workspace_id = ${of.workspaceId} AND payment_id = payments.id
    UNION ALL
    SELECT workspace_id, id, invoice_id, amount, spent_on FROM reversed_allocations
    WHERE workspace_id = ${of.workspaceId} AND payment_id = payments.id) AS share
  JOIN invoices USING (workspace_id, invoice_id)), '[]')`

/** Credit that was spent, also of a payment that was reversed later. */
const spentOf = (of: Of) => Prisma.sql`
  SELECT id, "clientId", ${bookedName} AS "clientName", ${currencyOrFirms} AS currency, day, amount, invoice, "creditNote", method, reference
  FROM (
    SELECT share.id, share.workspace_id, client_user_id AS "clientId", coalesce(payments.client_id, credit_notes.client_id) AS client_id,
           CASE WHEN payments.id IS NULL THEN coalesce(credit_notes.frozen->'buyer'->>'name', '') ELSE booked_name END AS booked_name,
           coalesce(payments.currency, credit_notes.currency) AS currency, spent_on AS day, share.amount::text AS amount,
           invoice_number AS invoice, credit_notes.number AS "creditNote", method, reference
    FROM (
      SELECT workspace_id, id, payment_id, credit_note_id, invoice_id, amount, spent_on FROM allocations
      WHERE workspace_id = ${of.workspaceId} AND ${within(Prisma.sql`spent_on`, of)}
      UNION ALL
      SELECT workspace_id, id, payment_id, NULL, invoice_id, amount, spent_on FROM reversed_allocations
      WHERE workspace_id = ${of.workspaceId} AND ${within(Prisma.sql`spent_on`, of)}) AS share
    JOIN invoices USING (workspace_id, invoice_id)
    LEFT JOIN payments ON payments.workspace_id = ${of.workspaceId} AND payments.id = payment_id
    LEFT JOIN credit_notes ON credit_notes.workspace_id = ${of.workspaceId} AND credit_notes.id = credit_note_id) AS spent`
