import { randomUUID } from 'node:crypto'
import { bytes, filled, int, orNull, Prisma, text, texts } from '@matterbase/db'
import type { Db, Row } from '@matterbase/db'

const columns = {
  workspace_id: int,
  id: text,
  lease_id: filled(text),
  attempts: int,
  kind: text,
  recipients: texts,
  from_name: text,
  reply_to: orNull(text),
  subject: text,
  message: text,
  link: bytes,
  message_id: text,
  attachment: orNull(bytes),
  attachment_name: orNull(text),
}

/** A message that this worker alone may send, until its lease lapses. */
export type ClaimedMail = Row<typeof columns>

/** The link that a message carries still leads somewhere. */
const hasLink = Prisma.sql`EXISTS (
  SELECT FROM invoice_shares AS share
  WHERE share.workspace_id = mail.workspace_id AND share.token_hash = mail.token_hash AND share.revoked_at IS NULL)`

/** Leases the message that is due first; undefined when none is. */
export async function claimMail(db: Db, leaseMs: number): Promise<ClaimedMail | undefined> {
  const [mail] = await db.rows(columns)`
    WITH due AS MATERIALIZED (
      SELECT workspace_id, id FROM mails AS mail
      WHERE status = 'pending' AND next_attempt_at <= now() AND NOT EXISTS (
        SELECT FROM workspaces JOIN accounts USING (owner_uuid) WHERE workspaces.id = mail.workspace_id AND closed_at IS NOT NULL)
      ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    UPDATE mails AS mail SET status = 'sending', attempts = attempts + 1, lease_id = ${randomUUID()}::text::uuid,
      lease_until = now() + ${leaseMs}::float8 * interval '1 ms'
    FROM due WHERE mail.workspace_id = due.workspace_id AND mail.id = due.id
    RETURNING mail.workspace_id, mail.id::text, lease_id::text, attempts, kind, recipients, from_name, reply_to, subject,
              message, link, message_id::text, attachment, attachment_name`
  return mail
}

export interface Ended {
  readonly status: 'sent' | 'pending' | 'failed'
  readonly error: string | null
  /** From now to the next attempt. */
  readonly waitMs: number
}

/** Records how sending a message ended, unless its lease was lost. */
export function finishMail(db: Db, { workspace_id: workspaceId, id, lease_id: lease }: ClaimedMail, ended: Ended) {
  const { status, error, waitMs } = ended
  const nextAttempt = status === 'pending' ? Prisma.sql`now() + ${waitMs}::float8 * interval '1 ms'` : Prisma.sql`NULL`
  return db.run`
    UPDATE mails AS mail SET status = ${next(status)}, error = ${error}, lease_id = NULL, lease_until = NULL,
      next_attempt_at = ${nextAttempt}, sent_at = ${status === 'sent' ? Prisma.sql`now()` : Prisma.sql`NULL`},
      attachment = CASE WHEN ${status} = 'pending' AND ${hasLink} THEN attachment END
    WHERE workspace_id = ${workspaceId} AND id = ${id}::text::bigint AND lease_id = ${lease}::text::uuid`
}

/** What waits again goes nowhere when its link was ended in the meantime. */
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
