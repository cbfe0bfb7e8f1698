import { bool, float, int, isoText, orNull, Prisma, text, uuid } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { currencyOrFirms, leadTitle, sumsOf, titleOf } from '@matterbase/domain'
import { owedAmount } from '@matterbase/domain/payments'
import { recordContracts } from '@matterbase/schemas'

const fewest = 5

const steps = {
  firm_described: bool,
  rate_set: bool,
  client_added: bool,
  matter_opened: bool,
  time_recorded: bool,
  invoice_made: bool,
}

/** How far a practice has got with its first bill. Whoever has made one knows what an hour costs. */
export async function firstSteps(sql: Sql, workspaceId: number) {
  const [row] = await sql.rows(steps)`
    SELECT *, invoice_made OR EXISTS (SELECT FROM rates WHERE workspace_id = ${workspaceId}) AS rate_set FROM (
      SELECT EXISTS (SELECT FROM firm_profiles WHERE workspace_id = ${workspaceId} AND legal_name IS NOT NULL) AS firm_described,
        EXISTS (SELECT FROM clients WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL) AS client_added,
        EXISTS (SELECT FROM matters WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL) AS matter_opened,
        EXISTS (SELECT FROM time_entries WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL) AS time_recorded,
        EXISTS (SELECT FROM invoices WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL) AS invoice_made) AS done`
  if (!row) throw new Error('The first steps were not counted')
  return row
}

interface Day {
  readonly since: string
  readonly until: string
  readonly userId: string | undefined
}

/** Whether the account has one member: then all time is theirs, also what names no one. */
const isOnlyMember = (workspaceId: number) => Prisma.sql`1 = (
  SELECT count(*) FROM memberships WHERE owner_uuid = (SELECT owner_uuid FROM workspaces WHERE id = ${workspaceId}))`

/** The time that a member recorded on a day. */
export async function today(sql: Sql, workspaceId: number, { since, until, userId }: Day) {
  const [row] = await sql.rows({ entries: int, hours: float })`
    SELECT count(*)::int AS entries, coalesce(sum(duration), 0)::float8 AS hours FROM time_entries
    WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL AND (user_id = ${userId ?? null}::text::uuid OR ${isOnlyMember(workspaceId)})
      AND coalesce(start_time, created_at) >= ${since}::text::timestamptz AND coalesce(start_time, created_at) < ${until}::text::timestamptz`
  return row ?? { entries: 0, hours: 0 }
}

/** Matters opened or changed since a moment that have no time recorded or running since. */
export async function unloggedMatters(sql: Sql, workspaceId: number, since: string) {
  return sql.rows({ id: float, title: text, updated_at: text })`
    SELECT id::float8 AS id, title, ${isoText('updated_at')} AS updated_at FROM matters
    WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL AND updated_at >= ${since}::text::timestamptz
      AND NOT EXISTS (
        SELECT FROM time_entries AS entry WHERE entry.workspace_id = matters.workspace_id AND entry.case_id = matters.id
          AND entry.deleted_at IS NULL AND coalesce(entry.start_time, entry.created_at) >= ${since}::text::timestamptz)
      AND NOT EXISTS (SELECT FROM timers WHERE timers.workspace_id = matters.workspace_id AND timers.case_id = matters.id)
    ORDER BY matters.updated_at DESC LIMIT ${fewest}`
}

/** Invoices that are past their day: those that the list shows as overdue. */
export async function overdueInvoices(sql: Sql, workspaceId: number) {
  const areOverdue = Prisma.sql`workspace_id = ${workspaceId} AND deleted_at IS NULL
      AND status = 'overdue' AND ${owedAmount} > 0`
  const rows = await sql.rows({
    invoice_id: float,
    invoice_number: text,
    client_name: orNull(text),
    total_amount: float,
    due_date: orNull(text),
    currency: orNull(text),
    count: int,
  })`
    SELECT invoice_id::float8 AS invoice_id, invoice_number, total_amount::float8 AS total_amount, due_date::text AS due_date,
           (SELECT ${titleOf(recordContracts.clients)} FROM clients
            WHERE clients.workspace_id = invoices.workspace_id AND clients.id = invoices.client_user_id) AS client_name,
           ${currencyOrFirms} AS currency, (count(*) OVER ())::int AS count
    FROM invoices WHERE ${areOverdue}
    ORDER BY invoices.due_date, invoices.invoice_id LIMIT ${fewest}`
  const [first] = rows
  return {
    count: first?.count ?? 0,
    sums: first ? await sumsOf(sql, owedAmount, areOverdue) : [],
    data: rows.map(({ count: _count, ...invoice }) => invoice),
  }
}

/** Leads that nobody has contacted yet, newest first. */
export async function newLeads(sql: Sql, workspaceId: number) {
  const rows = await sql.rows({ lead_id: uuid, name: text, practice_area: orNull(text), created_at: text, count: int })`
    SELECT lead_id, ${leadTitle} AS name, practice_area,
           ${isoText('created_at')} AS created_at, (count(*) OVER ())::int AS count
    FROM leads WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL AND status = 'new'
    ORDER BY leads.created_at DESC LIMIT ${fewest}`
  return { count: rows[0]?.count ?? 0, data: rows.map(({ count: _count, ...lead }) => lead) }
}
