import { Prisma } from '@matterbase/db'
import type { Sql } from '@matterbase/db'

/** A message that has been due for so many days is given up. A mailer gives up after half a day of attempts. */
const unsentDays = 7
/** The text and the attachment of a message are kept for so many days after it was sent. */
const textDays = 90

/** The mail server took the message for a recipient, by an earlier attempt. */
const hasTaker = Prisma.sql`
  coalesce(cardinality(mail.unsent) + cardinality(mail.refused) < (SELECT count(DISTINCT each) FROM unnest(mail.recipients) AS each), false)`

/** Ends messages that no mail server accepted, such as those of a server without SMTP_URL. @returns how many. */
export const endUnsentMails = (sql: Sql, batch: number): Promise<number> => sql.run`
  WITH old AS MATERIALIZED (
    SELECT workspace_id, id FROM mails
    WHERE (status = 'pending' AND next_attempt_at < now() - ${unsentDays}::int * interval '1 day')
       OR (status = 'sending' AND lease_until < now() - ${unsentDays}::int * interval '1 day')
    LIMIT ${batch} FOR UPDATE SKIP LOCKED
  )
  UPDATE mails AS mail SET status = CASE WHEN ${hasTaker} THEN 'sent' ELSE 'failed' END,
    sent_at = CASE WHEN ${hasTaker} THEN coalesce(mail.next_attempt_at, mail.lease_until) END,
    next_attempt_at = NULL, lease_id = NULL, lease_until = NULL, attachment = NULL,
    error = coalesce(mail.error || '. ', '') || ${`Not sent: no mail server accepted it within ${unsentDays} days`}
  FROM old WHERE mail.workspace_id = old.workspace_id AND mail.id = old.id`

/**
 * Deletes the text and the attachment of old messages. Recipients, subject, times and outcome stay as the log, and the
 * sealed link, because reminders of the invoice take their address from it.
 *
 * @returns how many.
 */
export const forgetMailTexts = (sql: Sql, batch: number): Promise<number> => sql.run`
  WITH old AS MATERIALIZED (
    SELECT workspace_id, id FROM mails
    WHERE message <> '' AND created_at < now() - ${textDays}::int * interval '1 day' AND status IN ('sent', 'failed', 'cancelled')
      AND (sent_at IS NULL OR sent_at < now() - ${textDays}::int * interval '1 day')
    LIMIT ${batch} FOR UPDATE SKIP LOCKED
  )
  UPDATE mails AS mail SET message = '', attachment = NULL FROM old WHERE mail.workspace_id = old.workspace_id AND mail.id = old.id`
