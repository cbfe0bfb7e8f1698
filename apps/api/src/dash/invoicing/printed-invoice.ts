import { environment, orNull, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { defaultLocale } from '@matterbase/schemas/writing'
import type { PrintedInvoice } from '../../drawing/printed-invoice.ts'

/** Everything that is printed of an invoice; undefined when the workspace has no such invoice. */
export async function findPrinted(sql: Sql, workspaceId: number, id: number): Promise<PrintedInvoice | undefined> {
  const [head] = await sql.rows({
    number: text,
    environment,
    status: text,
    issued: text,
    due: orNull(text),
    paid: orNull(text),
    total: text,
    account: text,
    locale: text,
    currency: orNull(text),
    matter: orNull(text),
    client_name: orNull(text),
    client_contact: orNull(text),
    client_address: orNull(text),
  })`
    SELECT invoice_number AS number, environment::text, invoice.status, coalesce(issue_date, firm_day(invoice.workspace_id, invoice.created_at))::text AS issued,
           due_date::text AS due, paid_date::text AS paid, total_amount::text AS total, account.name AS account, coalesce(firm.locale, ${defaultLocale}) AS locale, firm.currency, matter.title AS matter,
           coalesce(client.company_name, client.contact_person, client.email) AS client_name,
           CASE WHEN client.company_name IS NOT NULL THEN client.contact_person END AS client_contact, client.address AS client_address
    FROM invoices AS invoice
    JOIN workspaces AS workspace ON workspace.id = invoice.workspace_id
    JOIN accounts AS account ON account.owner_uuid = workspace.owner_uuid
    LEFT JOIN firm_profiles AS firm ON firm.workspace_id = invoice.workspace_id
    LEFT JOIN matters AS matter ON matter.workspace_id = invoice.workspace_id AND matter.id = case_id
    LEFT JOIN clients AS client ON client.workspace_id = invoice.workspace_id AND client.id = client_user_id
    WHERE invoice.workspace_id = ${workspaceId} AND invoice_id = ${id} AND invoice.deleted_at IS NULL`
  if (!head) return undefined
  const lines = await sql.rows({
    description: text,
    hours: orNull(text),
    rate: orNull(text),
    amount: text,
    day: orNull(text),
  })`
    SELECT line.description, hours::text, line.rate::text, amount::text,
           firm_day(line.workspace_id, coalesce(entry.start_time, entry.created_at))::text AS day
    FROM invoice_lines AS line
    LEFT JOIN time_entries AS entry ON entry.workspace_id = line.workspace_id AND entry.id = line.time_entry_id
    WHERE line.workspace_id = ${workspaceId} AND invoice_id = ${id} ORDER BY line.id`
  return { ...head, lines }
}
