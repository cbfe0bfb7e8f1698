import { bigint, bool, oneOf, orNull, Prisma, text } from '@matterbase/db'
import { invoiceStatuses } from '@matterbase/schemas'
import type { InvoiceStatus } from '@matterbase/schemas'
import { notFound } from '../../core/verbs/refused.ts'
import type { Tx } from '../../core/write/transaction.ts'
import { invoiceJson } from './invoice-json.ts'

export interface IssueDates {
  /** `YYYY-MM-DD`. Default: the draft's, or today. */
  readonly issueDate?: string | null | undefined
  /** Default: the draft's, or the issue date plus the firm's payment days. */
  readonly dueDate?: string | null | undefined
}

/** Everything that a change of status depends on. */
export type InvoiceState = Awaited<ReturnType<typeof readState>>

/**
 * Reads an invoice once for a change of its status. The workspace is locked, so that the invoice stays as it was read.
 *
 * @param dates those that the invoice gets when it is issued. Default: it keeps its own.
 * @throws RefusedError not_found.
 */
export async function readState({ sql, workspaceId, now }: Tx, id: number, dates?: IssueDates) {
  const issueDate = dates
    ? Prisma.sql`coalesce(${dates.issueDate ?? null}::text::date, issue_date, firm_day(workspace_id, ${now}::timestamptz))`
    : Prisma.sql`issue_date`
  const dueDate = dates
    ? Prisma.sql`coalesce(${dates.dueDate ?? null}::text::date, due_date, day + (
        SELECT payment_days FROM firm_profiles WHERE firm_profiles.workspace_id = ${workspaceId}))`
    : Prisma.sql`due_date`
  const [state] = await sql.rows({
    json: text,
    status: oneOf(invoiceStatuses),
    number: text,
    clientId: orNull(bigint),
    caseId: orNull(bigint),
    currency: orNull(text),
    total: text,
    issueDate: orNull(text),
    createdOn: text,
    dueDate: orNull(text),
    isOwed: bool,
    isPastDue: bool,
    isOverdueNoted: bool,
    isPartlySettled: bool,
    hasPayments: bool,
    hasChanged: bool,
    isUnconfirmed: bool,
  })`
    SELECT ${invoiceJson} AS json, status, invoice_number AS number, client_user_id AS "clientId", case_id AS "caseId", currency,
      total_amount::text AS total, day::text AS "issueDate", firm_day(workspace_id, created_at)::text AS "createdOn", due::text AS "dueDate",
      total_amount > credited + written_off AS "isOwed",
      coalesce(due < firm_day(workspace_id, now()), false) AS "isPastDue",
      overdue_noted IS NOT DISTINCT FROM due AS "isOverdueNoted",
      coalesce(amount_paid > 0, false) OR credited > 0 OR written_off > 0 AS "isPartlySettled",
      EXISTS (SELECT FROM allocations WHERE allocations.workspace_id = ${workspaceId} AND allocations.invoice_id = ${id}) AS "hasPayments",
      updated_at > created_at AS "hasChanged",
      EXISTS (SELECT FROM number_confirmations AS confirmation
              WHERE confirmation.workspace_id = ${workspaceId} AND kind = 'invoice' AND next IS NULL) AS "isUnconfirmed"
    FROM invoices CROSS JOIN LATERAL (SELECT ${issueDate} AS day) AS issue CROSS JOIN LATERAL (SELECT ${dueDate} AS due) AS terms
    WHERE workspace_id = ${workspaceId} AND invoice_id = ${id} AND deleted_at IS NULL`
  if (!state) throw notFound(`No invoice ${id} in this workspace.`)
  return { id, ...state }
}

/** An invoice without an open amount is paid when it is issued. It never becomes overdue. */
export const statusFor = ({ isOwed }: InvoiceState, status: InvoiceStatus): InvoiceStatus =>
  (status === 'sent' || status === 'overdue') && !isOwed ? 'paid' : status

/** The event `invoice.overdue` is recorded once for each due date that has passed. */
export const becomesOverdue = ({ isPastDue, isOverdueNoted }: InvoiceState, status: InvoiceStatus): boolean =>
  status === 'overdue' && isPastDue && !isOverdueNoted
