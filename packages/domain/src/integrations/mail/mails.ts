import { bigint, filled, isoText, mailLinkContext, Prisma, text } from '@matterbase/db'
import type { Sealer, Sql } from '@matterbase/db'
import { hashToken } from '../../core/verbs/tokens.ts'
import { requireRoom } from '../../core/storage/storage-quota.ts'
import type { Tx } from '../../core/write/transaction.ts'
import { countMails } from './mail-quota.ts'

/** A file that goes with a message. */
export interface Attachment {
  readonly name: string
  readonly bytes: Uint8Array
}

/** The size that most mailboxes accept, less the third that base64 adds. */
export const mostAttachedBytes = 5 * 1024 * 1024

/** The parts of a transaction that queueing a message needs. */
type Outbox = Pick<Tx, 'sql' | 'workspaceId' | 'now'>

export interface NewMail {
  readonly ownerUuid: string
  /** Null for a notice to members, a code for a signer, and a single-use link. */
  readonly invoiceId: number | null
  readonly kind: 'invoice' | 'reminder' | 'notice' | 'sign_code' | 'invitation' | 'password_reset'
  /** Asked for twice, it is sent once. */
  readonly key: string
  readonly recipients: readonly string[]
  readonly fromName: string
  readonly replyTo: string | null
  readonly subject: string
  readonly message: string
  /** The last line of the message, which is kept sealed: a whole address with its token, or a code. */
  readonly url: string
  readonly token: string
  readonly createdBy: string | null
  readonly attachment?: Attachment | undefined
}

/**
 * Puts a message into the outbox; the worker sends it once this transaction has committed.
 *
 * @throws RefusedError rate_limited when the account has sent as many as it may.
 */
export async function queueMail({ sql, workspaceId, now }: Outbox, sealer: Sealer, mail: NewMail): Promise<number> {
  // A notice to members must not fail because of what else the account sends.
  if (mail.kind !== 'notice') await countMails(sql, mail.ownerUuid, mail.recipients.length)
  const { invoiceId, kind, key, recipients, fromName, replyTo, subject, message, url, token, createdBy, attachment } =
    mail
  const [taken] = await sql.rows({ id: bigint })`SELECT nextval(pg_get_serial_sequence('mails', 'id')) AS id`
  const id = Number(taken?.id)
  await sql.run`
    INSERT INTO mails (workspace_id, id, invoice_id, kind, request_key, recipients, from_name, reply_to, subject, message,
                       link, token_hash, next_attempt_at, created_at, created_by, attachment, attachment_name)
    VALUES (${workspaceId}, ${id}, ${invoiceId}, ${kind}, ${key}, ${[...recipients]}::text[], ${fromName}, ${replyTo}, ${subject},
            ${message}, ${sealer.seal(url, mailLinkContext(workspaceId, id))}, ${hashToken(token)}, ${now}, ${now}, ${createdBy},
            ${attachment?.bytes ?? null}, ${attachment?.name ?? null})`
  if (kind === 'invoice') await requireRoom(sql, mail.ownerUuid)
  return id
}

/** The message that was asked for with this key. */
export async function findMailOf({ sql, workspaceId }: Tx, key: string) {
  const [mail] = await sql.rows({ id: bigint, invoice_id: filled(bigint) })`
    SELECT id, invoice_id FROM mails WHERE workspace_id = ${workspaceId} AND request_key = ${key} AND invoice_id IS NOT NULL`
  return mail && { id: Number(mail.id), invoiceId: Number(mail.invoice_id) }
}

/** Ends the unsent messages of an invoice. */
export const cancelMails = ({ sql, workspaceId }: Tx, invoiceId: number) =>
  sql.run`
    UPDATE mails SET status = 'cancelled', next_attempt_at = NULL, attachment = NULL
    WHERE workspace_id = ${workspaceId} AND invoice_id = ${invoiceId} AND status = 'pending'`

/** The newest 50 messages about an invoice, as JSON text. */
export async function mailsOf(sql: Sql, workspaceId: number, invoiceId: number): Promise<string> {
  const [row] = await sql.rows({ json: text })`
    SELECT coalesce(json_agg(mail ORDER BY id DESC), '[]')::text AS json FROM (
      SELECT id, kind, recipients, subject, status, attempts, error, created_by, ${stamp('created_at')}, ${stamp('sent_at')}
      FROM mails WHERE workspace_id = ${workspaceId} AND invoice_id = ${invoiceId} ORDER BY id DESC LIMIT 50) AS mail`
  return row?.json ?? '[]'
}

const stamp = (column: string) => Prisma.sql`${isoText(column)} AS ${Prisma.raw(column)}`
