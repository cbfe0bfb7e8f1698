import { Prisma, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import type { TaxCategory } from '@matterbase/schemas'
import { invalid } from '../../core/verbs/refused.ts'
import { currencyOrFirms } from '../firm/currency.ts'
import type { Period } from './journal-entry.ts'

interface Source {
  readonly id: number
  readonly clientId: number | null
  readonly clientName: string | null
  readonly currency: string | null
}

interface Tax {
  readonly category: TaxCategory
  readonly percent: string
  readonly base: string
  readonly tax: string
}

/** An invoice or credit note as it was issued. */
export interface DocumentSource extends Source {
  readonly number: string
  readonly issued: string
  readonly voided: string | null
  readonly corrects: string | null
  readonly taxes: readonly Tax[] | null
  readonly total: string
}

export interface WriteOffSource extends Source {
  readonly number: string
  readonly day: string
  readonly amount: string
}

/** A payment or refund. */
export interface MoneySource extends Source {
  readonly day: string
  /** The day on which it was reversed. */
  readonly reversed: string | null
  readonly amount: string
  readonly method: string | null
  readonly reference: string | null
  readonly shares: readonly { readonly number: string; readonly amount: string }[]
}

export interface JournalSources {
  readonly invoices: readonly DocumentSource[]
  readonly creditNotes: readonly DocumentSource[]
  readonly writeOffs: readonly WriteOffSource[]
  readonly payments: readonly MoneySource[]
  readonly refunds: readonly MoneySource[]
}

/** The largest number of invoices in an export, and of each other kind of record. */
const mostSources = 20_000

/**
 * Everything that the journal of a period shows, from one statement and so from one snapshot.
 * @throws RefusedError for a period with more records than an export can have.
 */
export async function readSources(sql: Sql, workspaceId: number, period: Period): Promise<JournalSources> {
  const of = { workspaceId, ...period }
  const [row] = await sql.rows({ invoices: text, creditNotes: text, writeOffs: text, payments: text, refunds: text })`
    SELECT ${listed(invoicesOf(of))} AS invoices, ${listed(creditNotesOf(of))} AS "creditNotes",
           ${listed(writeOffsOf(of))} AS "writeOffs", ${listed(paymentsOf(of))} AS payments, ${listed(refundsOf(of))} AS refunds`
  if (!row) throw new Error('The journal was not read')
  // Written by the statements below.
  const sources: JournalSources = {
    invoices: JSON.parse(row.invoices) as readonly DocumentSource[],
    creditNotes: JSON.parse(row.creditNotes) as readonly DocumentSource[],
    writeOffs: JSON.parse(row.writeOffs) as readonly WriteOffSource[],
    payments: JSON.parse(row.payments) as readonly MoneySource[],
    refunds: JSON.parse(row.refunds) as readonly MoneySource[],
  }
  if (Object.values(sources).some(({ length }) => length > mostSources))
    throw invalid(
      'to',
      'too_long',
      `The period has more than ${mostSources.toLocaleString('en')} invoices or payments. Choose a shorter period`,
    )
  return sources
}

interface Of extends Period {
  readonly workspaceId: number
}

const listed = (rows: Prisma.Sql) => Prisma.sql`
  (SELECT coalesce(json_agg(source ORDER BY source.id), '[]')::text FROM (${rows} LIMIT ${mostSources + 1}) AS source)`

const within = (day: Prisma.Sql, { from, to }: Period) =>
  Prisma.sql`${day} BETWEEN ${from}::text::date AND ${to}::text::date`

/** Earlier versions did not store when an invoice was voided. An invoice that was credited in full is not voided. */
const voidedAt = Prisma.sql`coalesce(voided_at, CASE WHEN credited + written_off < total_amount THEN updated_at END)`

const invoicesOf = (of: Of) => Prisma.sql`
  SELECT * FROM (
    SELECT invoice_id AS id, invoice_number AS number, client_user_id AS "clientId", frozen->'buyer'->>'name' AS "clientName",
           ${currencyOrFirms} AS currency, coalesce(issue_date, firm_day(workspace_id, created_at)) AS issued,
           CASE WHEN status = 'cancelled' THEN firm_day(workspace_id, ${voidedAt}) END AS voided, NULL::text AS corrects,
           frozen->'taxes' AS taxes, total_amount::text AS total
    FROM invoices
    -- A draft that was voided was never issued.
    WHERE workspace_id = ${of.workspaceId} AND deleted_at IS NULL AND status <> 'draft'
      AND (status <> 'cancelled' OR frozen IS NOT NULL)) AS issued_invoices
  WHERE ${within(Prisma.sql`issued`, of)} OR ${within(Prisma.sql`voided`, of)}`

const creditNotesOf = (of: Of) => Prisma.sql`
  SELECT id, number, client_id AS "clientId", frozen->'buyer'->>'name' AS "clientName", ${currencyOrFirms} AS currency,
         issued, NULL::date AS voided, frozen->'corrects'->>'number' AS corrects, frozen->'taxes' AS taxes, total::text AS total
  FROM credit_notes WHERE workspace_id = ${of.workspaceId} AND ${within(Prisma.sql`issued`, of)}`

/** The rows of `write_offs`, and what was written off before that table existed. */
const writeOffsOf = (of: Of) => Prisma.sql`
  SELECT id, number, "clientId", "clientName", currency, day, amount::text AS amount FROM (
    SELECT invoice_id AS id, invoice_number AS number, client_user_id AS "clientId", frozen->'buyer'->>'name' AS "clientName",
           ${currencyOrFirms} AS currency, firm_day(workspace_id, at) AS day, part AS amount
    FROM invoices CROSS JOIN LATERAL (
      SELECT at, amount AS part FROM (
        SELECT workspace_id AS firm, invoice_id AS of, at, amount FROM write_offs) AS noted
      WHERE firm = workspace_id AND of = invoice_id
      UNION ALL
      SELECT written_off_at, written_off - coalesce((SELECT sum(amount) FROM (
        SELECT workspace_id AS firm, invoice_id AS of, amount FROM write_offs) AS noted WHERE firm = workspace_id AND of = invoice_id), 0)
    ) AS parts
    WHERE workspace_id = ${of.workspaceId} AND deleted_at IS NULL AND status <> 'draft' AND part <> 0 AND at IS NOT NULL
      AND (written_off > 0 OR invoice_id IN (SELECT invoice_id FROM write_offs WHERE workspace_id = ${of.workspaceId}))) AS parts_of
  WHERE ${within(Prisma.sql`day`, of)}`

const nameOf = (of: Of, clientId: Prisma.Sql) => Prisma.sql`
  (SELECT coalesce(company_name, contact_person, email) FROM clients
   WHERE clients.workspace_id = ${of.workspaceId} AND clients.id = ${clientId}) AS "clientName"`

const moneyOf = (of: Of, table: Prisma.Sql, shares: Prisma.Sql) => Prisma.sql`
  SELECT * FROM (
    SELECT id, client_id AS "clientId", ${nameOf(of, Prisma.sql`client_id`)}, ${currencyOrFirms} AS currency, paid_on AS day,
           firm_day(workspace_id, deleted_at) AS reversed, amount::text AS amount, method, reference, ${shares} AS shares
    FROM ${table} WHERE workspace_id = ${of.workspaceId}) AS money
  WHERE ${within(Prisma.sql`day`, of)} OR ${within(Prisma.sql`reversed`, of)}`

const paymentsOf = (of: Of) =>
  moneyOf(
    of,
    Prisma.sql`payments`,
    Prisma.sql`coalesce((
      SELECT json_agg(json_build_object('number', invoice_number, 'amount', share.amount::text) ORDER BY share.id)
      FROM allocations AS share JOIN invoices USING (workspace_id, invoice_id)
      WHERE share.workspace_id = ${of.workspaceId} AND share.payment_id = payments.id), '[]')`,
  )

const refundsOf = (of: Of) => moneyOf(of, Prisma.sql`refunds`, Prisma.sql`'[]'::json`)
