import { randomUUID } from 'node:crypto'
import { filled, int } from '@matterbase/db'
import type { Sealer, Sql } from '@matterbase/db'
import type { Entrant } from '../../access/security/sign-in.ts'
import { queueMail } from '../../integrations/mail/mails.ts'

/** Wrong codes in a day after which the user gets a message. */
const noticeAfter = 5

interface NoticeDeps {
  readonly sealer: Sealer
  /** Where the dashboard is, without a trailing slash. */
  readonly publicUrl: string
}

/**
 * Puts a message to a user into the outbox, once a day, when several wrong codes followed the right password. It is called
 * after each wrong code.
 */
export async function noteWrongCodes(
  sql: Sql,
  { user: { id, email }, ownerUuid, from: { ip } }: Pick<Entrant, 'user' | 'ownerUuid' | 'from'>,
  { sealer, publicUrl }: NoticeDeps,
): Promise<void> {
  // Two wrong codes of a user wait for each other, so that only one message is queued.
  const [row] = await sql.rows({ codes: filled(int), workspace_id: int })`
    SELECT (SELECT count(*)::int FROM sign_in_failures
            WHERE email_key = ${email} AND kind = 'code' AND failed_at > now() - interval '1 day') AS codes,
           workspaces.id AS workspace_id
    FROM (SELECT FROM users WHERE id = ${id}::text::uuid FOR UPDATE) AS held
    JOIN workspaces ON owner_uuid = ${ownerUuid}::text::uuid AND environment = 'live'`
  if (!row || row.codes < noticeAfter) return
  const key = `wrong-codes/${id}/${new Date().toISOString().slice(0, 10)}`
  const queued = await sql.rows({})`
    SELECT FROM mails WHERE workspace_id = ${row.workspace_id} AND request_key = ${key}`
  if (queued.length > 0) return
  await queueMail({ sql, workspaceId: row.workspace_id, now: new Date() }, sealer, {
    ownerUuid,
    invoiceId: null,
    kind: 'notice',
    key,
    recipients: [email],
    fromName: 'Matterbase',
    replyTo: null,
    subject: 'Wrong codes after your password',
    message: [
      `Your password was entered correctly, and then ${row.codes} wrong two-factor codes within a day. The last one came from the IP address ${ip}.`,
      'If this was not you, someone else has your password. Change it now:',
    ].join('\n\n'),
    url: `${publicUrl}/settings/security`,
    token: randomUUID(),
    createdBy: null,
  })
}
