import { randomUUID } from 'node:crypto'
import { bigint, bytes, filled, int, orNull, Prisma, text, texts } from '@matterbase/db'
import type { Db, Row } from '@matterbase/db'

const columns = {
  workspace_id: int,
  account: filled(text),
  id: text,
  lease_id: filled(text),
  attempts: int,
  kind: text,
  invoice_id: orNull(bigint),
  recipients: texts,
  /** Recipients that the message has to go to yet: null before the first attempt, when it is all. */
  unsent: orNull(texts),
  /** Recipients that the mail server refused for good. */
  refused: texts,
  from_name: text,
  /** The address that the firm gives. */
  reply_to: orNull(text),
  created_by: orNull(text),
  subject: text,
  message: text,
  link: bytes,
  message_id: text,
  attachment: orNull(bytes),
  attachment_name: orNull(text),
}

/** A message that this worker alone may send, until its lease expires. */
export type ClaimedMail = Row<typeof columns>

const isLinkValid = Prisma.sql`EXISTS (
    SELECT FROM one_time_links AS one
    WHERE one.token_hash = mail.token_hash AND one.used_at IS NULL AND one.expires_at > now())`

/**
 * The conditions under which the content of an email still works: a notice links to the dashboard, a code or one-time
 * link is valid, an invoice is shared.
 */
const hasLink = Prisma.sql`CASE mail.kind
  WHEN 'notice' THEN true
  WHEN 'sign_code' THEN EXISTS (
    SELECT FROM sign_codes AS code
    WHERE code.workspace_id = mail.workspace_id AND code.mail_id = mail.id AND code.expires_at > now())
  WHEN 'invitation' THEN ${isLinkValid}
  WHEN 'password_reset' THEN ${isLinkValid}
  ELSE EXISTS (
    SELECT FROM invoice_shares AS share
    WHERE share.workspace_id = mail.workspace_id AND share.token_hash = mail.token_hash AND share.revoked_at IS NULL)
  END`

export interface MailTurn {
  /** The account whose message was claimed last; the next one comes after it. */
  readonly after: string
  /** Accounts that have as many messages in progress as they may. */
  readonly full: readonly string[]
}

/** One workspace after the other that has messages in the outbox, however many those are. */
const waiting = Prisma.sql`
  (SELECT workspace_id FROM mails WHERE status = 'pending' ORDER BY workspace_id LIMIT 1)
  UNION ALL
  SELECT (SELECT mails.workspace_id FROM mails WHERE status = 'pending' AND mails.workspace_id > waiting.workspace_id
          ORDER BY mails.workspace_id LIMIT 1)
  FROM waiting WHERE waiting.workspace_id IS NOT NULL`

/** Leases a message that is due, accounts by turns; undefined when none is. */
export async function claimMail(
  db: Db,
  leaseMs: number,
  { after, full }: MailTurn = { after: '', full: [] },
): Promise<ClaimedMail | undefined> {
  const [mail] = await db.rows(columns)`
    WITH RECURSIVE waiting AS (${waiting}), turn AS MATERIALIZED (
      SELECT workspaces.id AS workspace_id, owner_uuid FROM waiting JOIN workspaces ON workspaces.id = waiting.workspace_id
      JOIN accounts USING (owner_uuid)
      CROSS JOIN LATERAL (
        SELECT next_attempt_at FROM mails
        WHERE mails.workspace_id = workspaces.id AND status = 'pending' AND next_attempt_at <= now()
        ORDER BY next_attempt_at LIMIT 1) AS first
      WHERE closed_at IS NULL AND owner_uuid::text <> ALL (${[...full]}::text[])
      ORDER BY owner_uuid::text <= ${after}, owner_uuid, next_attempt_at
    ), due AS MATERIALIZED (
      SELECT own.workspace_id, own.id, owner_uuid FROM turn CROSS JOIN LATERAL (
        SELECT workspace_id, id FROM mails
        WHERE mails.workspace_id = turn.workspace_id AND status = 'pending' AND next_attempt_at <= now()
        ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED) AS own
      LIMIT 1
    )
    UPDATE mails AS mail SET status = 'sending', attempts = attempts + 1, lease_id = ${randomUUID()}::text::uuid,
      lease_until = now() + ${leaseMs}::float8 * interval '1 ms'
    FROM due WHERE mail.workspace_id = due.workspace_id AND mail.id = due.id
    RETURNING mail.workspace_id, due.owner_uuid::text AS account, mail.id::text, lease_id::text, attempts, kind, invoice_id, recipients,
              unsent, refused, from_name, mail.reply_to, created_by, subject, message, link, message_id::text, attachment, attachment_name`
  return mail
}

/**
 * The address that replies to a message go to: the firm's where a member of the account has it, else that of the member
 * who sent the message, or the one that a reminder is about. Undefined when neither is a member's.
 */
export async function findReplyTo(db: Db, mail: ClaimedMail): Promise<string | undefined> {
  const { workspace_id: workspaceId, account, reply_to: ofFirm, created_by: sender, invoice_id: invoiceId } = mail
  const [row] = await db.rows({ address: filled(text) })`
    SELECT address FROM unnest(ARRAY[${ofFirm}::text, coalesce(${sender}::text, (
      SELECT created_by FROM mails WHERE workspace_id = ${workspaceId} AND invoice_id = ${invoiceId} AND created_by IS NOT NULL
      ORDER BY id DESC LIMIT 1))]) WITH ORDINALITY AS candidate (address, at)
    WHERE EXISTS (SELECT FROM memberships JOIN users ON users.id = user_id
                  WHERE owner_uuid = ${account}::text::uuid AND users.email = lower(address))
    ORDER BY at LIMIT 1`
  return row?.address
}

export interface Ended {
  readonly status: 'sent' | 'pending' | 'failed'
  readonly error: string | null
  /** From now to the next attempt. */
  readonly waitMs: number
  readonly unsent: readonly string[]
  readonly refused: readonly string[]
}

/** Records how sending a message ended, unless its lease was lost. */
export function finishMail(db: Db, { workspace_id: workspaceId, id, lease_id: lease }: ClaimedMail, ended: Ended) {
  const { status, error, waitMs, unsent, refused } = ended
  const nextAttempt = status === 'pending' ? Prisma.sql`now() + ${waitMs}::float8 * interval '1 ms'` : Prisma.sql`NULL`
  return db.run`
    UPDATE mails AS mail SET status = ${next(status)}, error = ${error}, lease_id = NULL, lease_until = NULL,
      next_attempt_at = ${nextAttempt}, sent_at = ${status === 'sent' ? Prisma.sql`now()` : Prisma.sql`NULL`},
      unsent = ${[...unsent]}::text[], refused = ${[...refused]}::text[],
      attachment = CASE WHEN ${status} = 'pending' AND ${hasLink} THEN attachment END
    WHERE workspace_id = ${workspaceId} AND id = ${id}::text::bigint AND lease_id = ${lease}::text::uuid`
}

/** A waiting email is cancelled when its link was ended in the meantime. */
const next = (status: string) =>
  Prisma.sql`CASE WHEN ${status} = 'pending' AND NOT ${hasLink} THEN 'cancelled' ELSE ${status} END`

/**
 * Makes messages due whose worker was lost while it sent them. A server that took one already is given the same
 * Message-ID again, by which the message can be recognised.
 */
export function expireMailLeases(db: Db, mostAttempts: number): Promise<number> {
  return db.run`
    UPDATE mails AS mail SET lease_id = NULL, lease_until = NULL, next_attempt_at = now(),
      status = CASE WHEN attempts >= ${mostAttempts} THEN 'failed' ELSE ${next('pending')} END,
      attachment = CASE WHEN attempts < ${mostAttempts} AND ${hasLink} THEN attachment END,
      error = CASE WHEN attempts >= ${mostAttempts} THEN 'The server was stopped each time while it sent this' END
    WHERE status = 'sending' AND lease_until < now()`
}
