import { orNull, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { writerOf } from '@matterbase/schemas/writing'
import { joinFirm, letterhead, letterheadColumns } from '../firm/letterhead.ts'
import { findCreditNote, findFrozen } from '../frozen/find-frozen.ts'
import { openAmount } from '../payments/open.ts'
import { wordingIn } from './wording.ts'

export interface Letter {
  readonly fromName: string
  /** The reply address of the firm. */
  readonly replyTo: string | null
  /** The email addresses of the client; empty if unknown. */
  readonly recipients: readonly string[]
  readonly subject: string
  readonly message: string
}

/** The subject of a message: an invoice, a reminder of it, or one of its credit notes. */
export type LetterAbout = 'invoice' | 'reminder' | { readonly creditNote: number }

/** The proposed message. Undefined when the invoice or its credit note does not exist. */
export async function letterFor(
  sql: Sql,
  workspaceId: number,
  id: number,
  about: LetterAbout,
): Promise<Letter | undefined> {
  const invoice = await findFrozen(sql, workspaceId, id)
  if (!invoice) return undefined
  const note = typeof about === 'object' ? await findCreditNote(sql, workspaceId, about.creditNote) : undefined
  if (typeof about === 'object' && note?.corrects?.number !== invoice.number) return undefined
  const [row] = await sql.rows({ ...letterheadColumns, reply_to: orNull(text), client: orNull(text), due: text })`
    SELECT ${letterhead}, firm.email AS reply_to, ${openAmount}::text AS due,
           (SELECT email FROM clients WHERE clients.workspace_id = invoice.workspace_id AND id = client_user_id AND deleted_at IS NULL) AS client
    FROM invoices AS invoice JOIN workspaces AS workspace ON workspace.id = workspace_id
    JOIN accounts AS account USING (owner_uuid) ${joinFirm}
    WHERE invoice.workspace_id = ${workspaceId} AND invoice_id = ${id}`
  if (!row) return undefined
  const { locale, currency, number } = invoice
  const { exactMoney, day } = writerOf({ locale, currency, timeZone: null })
  const facts = { number, firm: row.firm_name, due: exactMoney(row.due), day: invoice.due && day(invoice.due) }
  const words = wordingIn(locale)
  const { subject, message } =
    typeof about === 'string'
      ? words[about](facts)
      : words.credit_note({ ...facts, note: note?.number ?? '', credited: exactMoney(note?.totals.total ?? '0') })
  const address = row.client ?? invoice.buyer.email
  return {
    fromName: row.firm_name,
    replyTo: row.reply_to,
    recipients: address === null ? [] : [address],
    subject: invoice.environment === 'test' ? `[TEST] ${subject}` : subject,
    message,
  }
}
