import { bigint, bytes, environment, int, mailLinkContext, Prisma, text, texts } from '@matterbase/db'
import type { Db, Sealer } from '@matterbase/db'
import { openAmount } from '../payments/open.ts'
import { write } from '../../core/write/transaction.ts'
import type { Tx } from '../../core/write/transaction.ts'
import type { Workspace } from '../../core/verbs/actor.ts'
import { findInvoiceLink, putLink } from './invoice-links.ts'
import { letterFor } from './letter.ts'
import { mailsLeft } from '../../integrations/mail/mail-quota.ts'
import { queueMail } from '../../integrations/mail/mails.ts'

// Reminders per transaction. The limit bounds how long other writes of the workspace wait.
const batch = 20

/**
 * The last reached reminder of an overdue invoice that was not sent yet, by the firm's day. Only invoices that were
 * emailed, with an active link, get reminders. A step that passed more than a week ago is skipped, so that old invoices
 * are silent after reminders are enabled.
 */
const dueReminders = (where: Prisma.Sql) => Prisma.sql`
  SELECT invoice.workspace_id, invoice.invoice_id, first.id AS mail_id, first.recipients, first.link,
         'reminder/' || invoice.invoice_id || '/' || due_date || '/' || step AS key
  FROM invoices AS invoice JOIN firm_profiles AS firm USING (workspace_id)
  CROSS JOIN LATERAL (
    SELECT max(days) AS step FROM unnest(string_to_array(firm.reminder_days, ',')::int[]) AS days WHERE due_date + days <= firm_day(workspace_id, now())) AS steps
  CROSS JOIN LATERAL (
    SELECT id, recipients, link FROM mails
    WHERE mails.workspace_id = invoice.workspace_id AND mails.invoice_id = invoice.invoice_id AND status = 'sent'
    ORDER BY id DESC LIMIT 1) AS first
  WHERE ${where} AND invoice.status = 'overdue' AND invoice.deleted_at IS NULL AND ${openAmount} > 0 AND firm.reminder_days IS NOT NULL
    AND due_date + step >= firm_day(workspace_id, now()) - 7
    AND NOT EXISTS (SELECT FROM mails WHERE mails.workspace_id = invoice.workspace_id
      AND request_key = 'reminder/' || invoice.invoice_id || '/' || due_date || '/' || step)
    AND EXISTS (SELECT FROM invoice_shares AS share WHERE share.workspace_id = invoice.workspace_id
      AND share.invoice_id = invoice.invoice_id AND revoked_at IS NULL)`

/** The workspaces that `sendReminders` has work in. */
export function workspacesToRemind(db: Db): Promise<Workspace[]> {
  return db.rows({ workspaceId: int, ownerUuid: text, environment })`
    SELECT workspaces.id AS "workspaceId", owner_uuid::text AS "ownerUuid", environment::text
    FROM workspaces JOIN accounts USING (owner_uuid)
    WHERE closed_at IS NULL AND workspaces.id IN (SELECT workspace_id FROM (${dueReminders(Prisma.sql`true`)}) AS due)`
}

/** Puts the reminders of a workspace that are due into the outbox, each step of an invoice once. @returns how many. */
export async function sendReminders(db: Db, { workspaceId, ownerUuid }: Workspace, sealer: Sealer): Promise<number> {
  for (let count = 0; ; count += batch) {
    const made = await write(db, workspaceId, (tx) => remindSome(tx, ownerUuid, sealer))
    if (made < batch) return count + made
  }
}

async function remindSome(tx: Tx, ownerUuid: string, sealer: Sealer): Promise<number> {
  const { sql, workspaceId } = tx
  const due = await sql.rows({ invoice_id: bigint, mail_id: bigint, recipients: texts, link: bytes, key: text })`
    SELECT invoice_id, mail_id, recipients, link, key FROM (${dueReminders(Prisma.sql`invoice.workspace_id = ${workspaceId}`)}) AS due
    ORDER BY invoice_id LIMIT ${batch}`
  let left = await mailsLeft(sql, ownerUuid)
  let count = 0
  for (const { invoice_id, mail_id: mailId, recipients, link: sent, key } of due) {
    left -= recipients.length
    // The rest is due for days; it is looked for again.
    if (left < 0) break
    const id = Number(invoice_id)
    const letter = await letterFor(sql, workspaceId, id, 'reminder')
    if (!letter) throw new Error(`There is no invoice ${id}`)
    const link = (await findInvoiceLink(sql, sealer, workspaceId, id)) ?? (await putLink(tx, sealer, id))
    const { origin } = new URL(sealer.open(sent, mailLinkContext(workspaceId, mailId)))
    const { fromName, replyTo, subject, message } = letter
    count++
    await queueMail(tx, sealer, {
      ownerUuid,
      invoiceId: id,
      kind: 'reminder',
      key,
      recipients,
      fromName,
      replyTo,
      subject,
      message,
      url: `${origin}/invoice/${link.token}`,
      token: link.token,
      createdBy: null,
    })
  }
  return count
}
