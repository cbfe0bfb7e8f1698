import { randomBytes } from 'node:crypto'
import { bytes, invoiceTokenContext, orNull, timestamp } from '@matterbase/db'
import type { Sealer, Sql } from '@matterbase/db'
import { requireInvoice } from '../invoices/find-invoice.ts'
import { hashToken } from '../../core/verbs/tokens.ts'
import type { Tx } from '../../core/write/transaction.ts'
import { conflict } from '../../core/verbs/refused.ts'
import { verb } from '../../core/verbs/verb.ts'
import { cancelMails } from '../../integrations/mail/mails.ts'

const validFor = '90 days'

export interface InvoiceLink {
  readonly token: string
  readonly expiresAt: Date
  /** When it was opened first. */
  readonly viewedAt: Date | null
}

interface Making {
  readonly id: number
  readonly sealer: Sealer
}

/** Returns the active link of an invoice, or creates one that is valid for 90 days. */
export const makeInvoiceLink = verb({
  allow: ['invoices:write'],
  async run(tx, _actor, { id, sealer }: Making) {
    const { number } = await requireIssued(tx, id)
    const known = await findInvoiceLink(tx.sql, sealer, tx.workspaceId, id)
    return { number, isNew: !known, link: known ?? (await putLink(tx, sealer, id)) }
  },
  action: 'invoice.link_made',
  note: (_making, { isNew, number }) => (isNew ? { target: number } : undefined),
})

/** @throws RefusedError not_found; conflict for what no client is to see. */
export async function requireIssued(tx: Tx, id: number) {
  const invoice = await requireInvoice(tx, id)
  if (invoice.status === 'draft') throw conflict('This invoice is a draft. Issue it before you send it.')
  if (invoice.status === 'cancelled') throw conflict('This invoice is void and cannot be sent.')
  return invoice
}

export async function putLink({ sql, workspaceId, now }: Tx, sealer: Sealer, id: number): Promise<InvoiceLink> {
  const token = randomBytes(32).toString('base64url')
  const sealed = sealer.seal(token, invoiceTokenContext(workspaceId, id))
  const [row] = await sql.rows({ expires_at: timestamp })`
    INSERT INTO invoice_shares (workspace_id, invoice_id, token_hash, token, expires_at, created_at)
    VALUES (${workspaceId}, ${id}, ${hashToken(token)}, ${sealed}, ${now}::timestamptz + ${validFor}::text::interval, ${now})
    ON CONFLICT (workspace_id, invoice_id) DO UPDATE SET token_hash = excluded.token_hash, token = excluded.token,
      expires_at = excluded.expires_at, created_at = excluded.created_at, viewed_at = NULL, revoked_at = NULL
    RETURNING expires_at`
  if (!row) throw new Error('A link was not written')
  return { token, expiresAt: row.expires_at, viewedAt: null }
}

/** Ends the link of an invoice, and its unsent messages. A new link has another URL. */
export const endInvoiceLink = verb({
  allow: ['invoices:write'],
  async run(tx, _actor, id: number) {
    const { number } = await requireInvoice(tx, id)
    const ended = await tx.sql.run`
      UPDATE invoice_shares SET revoked_at = ${tx.now}
      WHERE workspace_id = ${tx.workspaceId} AND invoice_id = ${id} AND revoked_at IS NULL`
    await cancelMails(tx, id)
    return { number, isEnded: ended > 0 }
  },
  action: 'invoice.link_ended',
  note: (_id, { isEnded, number }) => (isEnded ? { target: number } : undefined),
})

/** The active link of an invoice. Undefined without one. */
export async function findInvoiceLink(
  sql: Sql,
  sealer: Sealer,
  workspaceId: number,
  id: number,
): Promise<InvoiceLink | undefined> {
  const [row] = await sql.rows({ token: bytes, expiresAt: timestamp, viewedAt: orNull(timestamp) })`
    SELECT token, expires_at AS "expiresAt", viewed_at AS "viewedAt" FROM invoice_shares
    WHERE workspace_id = ${workspaceId} AND invoice_id = ${id} AND revoked_at IS NULL AND expires_at > now()`
  return row && { ...row, token: sealer.open(row.token, invoiceTokenContext(workspaceId, id)) }
}
