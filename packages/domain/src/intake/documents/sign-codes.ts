import { randomInt, randomUUID } from 'node:crypto'
import { bigint, bytes, filled, int, orNull, text, timestamp } from '@matterbase/db'
import type { Sealer, Sql } from '@matterbase/db'
import { queueMail } from '../../integrations/mail/mails.ts'
import type { Tx } from '../../core/write/transaction.ts'
import { named } from '../../core/verbs/actor.ts'
import { verb } from '../../core/verbs/verb.ts'
import type { AcceptedCode } from './evidence.ts'
import type { DocumentToSign } from './signing.ts'
import { codeLetterIn } from './sign-code-words.ts'

const validMinutes = 30
const mostTries = 5
/** The maximum of codes for a document in an hour. */
export const mostCodesPerHour = 5

const codeContext = (workspaceId: number, id: number) => `sign_codes/${workspaceId}/${id}`

type Of = Pick<DocumentToSign, 'workspace_id' | 'document_id'>

/** True if the signer has a valid code. */
export async function hasSignCode(sql: Sql, { workspace_id: workspaceId, document_id: id }: Of): Promise<boolean> {
  const rows = await sql.rows({})`
    SELECT FROM sign_codes
    WHERE workspace_id = ${workspaceId} AND document_id = ${id} AND expires_at > now() AND tries < ${mostTries}`
  return rows.length > 0
}

interface Sending {
  readonly document: DocumentToSign
  readonly sealer: Sealer
}

/**
 * Emails a new code to the signer, and ends the previous one. False after the maximum of codes in an hour.
 *
 * @throws RefusedError rate_limited when the account has sent as many emails as it may.
 */
export const sendSignCode = verb({
  allow: ['documents:write'],
  async run(tx, { ownerUuid }, { document, sealer }: Sending): Promise<boolean> {
    const { sql, workspaceId, now } = tx
    const { document_id: id, signer_email: sentTo, firm_name: firm } = document
    const [before] = await sql.rows({ count: int })`
      SELECT count FROM sign_codes
      WHERE workspace_id = ${workspaceId} AND document_id = ${id} AND counted_since > ${now}::timestamptz - interval '1 hour'`
    if (before && before.count >= mostCodesPerHour) return false
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const mailId = await queueMail(tx, sealer, {
      ownerUuid,
      invoiceId: null,
      kind: 'sign_code',
      key: `sign-code/${id}/${randomUUID()}`,
      recipients: [sentTo],
      fromName: firm,
      replyTo: null,
      ...messageOf(document),
      url: `${code.slice(0, 3)} ${code.slice(3)}`,
      token: randomUUID(),
      createdBy: null,
    })
    await sql.run`
      INSERT INTO sign_codes AS known (workspace_id, document_id, code, sent_to, mail_id, created_at, expires_at, counted_since)
      VALUES (${workspaceId}, ${id}, ${sealer.seal(code, codeContext(workspaceId, id))}, ${sentTo}, ${mailId}, ${now},
              ${now}::timestamptz + ${validMinutes}::int * interval '1 minute', ${now})
      ON CONFLICT (workspace_id, document_id) DO UPDATE SET code = excluded.code, sent_to = excluded.sent_to,
        mail_id = excluded.mail_id, created_at = excluded.created_at, expires_at = excluded.expires_at, tries = 0,
        count = CASE WHEN ${before !== undefined} THEN known.count + 1 ELSE 1 END,
        counted_since = CASE WHEN ${before !== undefined} THEN known.counted_since ELSE excluded.counted_since END`
    return true
  },
  action: 'document.code_sent',
  note: ({ document: { title, document_id: id, signer_email: sentTo } }, isSent) =>
    isSent ? { target: named({ name: title, id }), details: { sent_to: sentTo } } : undefined,
})

function messageOf({ title, firm_name: firm, signer_name: signer, environment, locale }: DocumentToSign) {
  const { subject, message } = codeLetterIn(locale)({ title, firm, signer, minutes: validMinutes })
  return { subject: environment === 'test' ? `[TEST] ${subject}` : subject, message }
}

/** Takes the code that the signer typed. Each is tried 5 times at most. */
export async function takeSignCode(
  { sql, workspaceId }: Tx,
  { document, sealer, typed }: Sending & { readonly typed: string },
): Promise<AcceptedCode | 'wrong' | 'ended'> {
  const { document_id: id } = document
  const [sent] = await sql.rows({ code: bytes, sent_to: text, mail_id: bigint, created_at: timestamp })`
    UPDATE sign_codes SET tries = tries + 1
    WHERE workspace_id = ${workspaceId} AND document_id = ${id} AND expires_at > now() AND tries < ${mostTries}
    RETURNING code, sent_to, mail_id, created_at`
  if (!sent) return 'ended'
  if (sealer.open(sent.code, codeContext(workspaceId, id)) !== typed.replaceAll(/\D/g, '')) return 'wrong'
  const [mail] = await sql.rows({ message_id: filled(text), sent_at: orNull(timestamp), subject: text })`
    SELECT message_id::text, sent_at, subject FROM mails WHERE workspace_id = ${workspaceId} AND id = ${sent.mail_id}`
  return {
    sent_to: sent.sent_to,
    sent: `A code of 6 digits, valid for ${validMinutes} minutes, with the subject “${mail?.subject ?? ''}”`,
    queued_at: sent.created_at.toISOString(),
    handed_over_at: mail?.sent_at?.toISOString() ?? null,
    message_id: mail?.message_id ?? '',
  }
}

/** A code that was used ends. */
export const endSignCode = ({ sql, workspaceId }: Tx, id: number) =>
  sql.run`DELETE FROM sign_codes WHERE workspace_id = ${workspaceId} AND document_id = ${id}`
