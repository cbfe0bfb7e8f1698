import { environment, int, text } from '@matterbase/db'
import type { Row, Sql } from '@matterbase/db'
import { joinFirm, letterhead, letterheadColumns } from '../firm/letterhead.ts'
import { hashToken } from '../../core/verbs/tokens.ts'

const columns = { workspace_id: int, invoice_id: int, number: text, environment, ...letterheadColumns }

/** An invoice that is opened by its link. */
export type SharedInvoice = Row<typeof columns>

/** The invoice of a link; undefined if the link is unknown, expired or disabled. */
export async function findSharedInvoice(sql: Sql, token: string): Promise<SharedInvoice | undefined> {
  const [row] = await sql.rows(columns)`
    SELECT share.workspace_id, share.invoice_id::int, invoice_number AS number, workspace.environment::text, ${letterhead}
    FROM invoice_shares AS share
    JOIN invoices AS invoice ON invoice.workspace_id = share.workspace_id AND invoice.invoice_id = share.invoice_id
    JOIN workspaces AS workspace ON workspace.id = share.workspace_id
    JOIN accounts AS account ON account.owner_uuid = workspace.owner_uuid ${joinFirm}
    WHERE token_hash = ${hashToken(token)} AND revoked_at IS NULL AND expires_at > now()
      AND invoice.deleted_at IS NULL AND account.closed_at IS NULL`
  return row
}

/** Notes when the client opened the invoice first. */
export async function noteInvoiceView(sql: Sql, { workspace_id: workspaceId, invoice_id: id }: SharedInvoice) {
  await sql.run`
    UPDATE invoice_shares SET viewed_at = now()
    WHERE workspace_id = ${workspaceId} AND invoice_id = ${id} AND viewed_at IS NULL`
}
