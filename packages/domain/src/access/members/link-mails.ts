import { filled, int, text } from '@matterbase/db'
import type { Sealer, Sql } from '@matterbase/db'
import type { Role } from '@matterbase/schemas'
import { queueMail } from '../../integrations/mail/mails.ts'
import type { MadeLink } from '../sign-in/one-time-links.ts'
import type { ByUser } from '../../core/verbs/actor.ts'
import { RefusedError } from '../../core/verbs/refused.ts'

/** Links that an account emails to one address in 24 hours. */
const mostPerAddress = 10

interface LinkMail {
  readonly kind: 'invitation' | 'password_reset'
  readonly ownerUuid: string
  readonly link: MadeLink
  readonly to: string
  /** The role that an invitation gives. */
  readonly role?: Role
  readonly by: ByUser | undefined
}

/**
 * Emails a single-use link. Only the mailbox receives it, so the link proves the address.
 *
 * @throws RefusedError rate_limited when the account has sent as many emails as it may, to the address or in all.
 */
export async function mailLink(sql: Sql, sealer: Sealer, mail: LinkMail): Promise<void> {
  const { kind, ownerUuid, link, to, by } = mail
  const [firm] = await sql.rows({ workspace_id: int, name: text })`
    SELECT workspaces.id AS workspace_id, accounts.name FROM workspaces JOIN accounts USING (owner_uuid)
    WHERE owner_uuid = ${ownerUuid}::text::uuid AND environment = 'live'`
  if (!firm) throw new Error('The account has no live workspace')
  const { workspace_id: workspaceId, name } = firm
  await queueMail({ sql, workspaceId, now: new Date() }, sealer, {
    ownerUuid,
    invoiceId: null,
    kind,
    key: `link/${link.id}`,
    recipients: [to],
    fromName: name,
    replyTo: null,
    ...wordsOf(mail, name),
    url: link.url,
    token: link.url.split('/').at(-1) ?? '',
    createdBy: by?.email ?? null,
  })
  // Counts after the insert. Emails of an account are inserted one after the other, so each count sees the earlier
  // ones.
  await requireFewLinks(sql, workspaceId, to)
}

function wordsOf({ kind, by, role, link }: LinkMail, firm: string) {
  const who = by?.email ?? 'The operator of this server'
  const until = `It works one time, until ${link.expires_at.toISOString().slice(0, 16).replace('T', ' ')} UTC.`
  if (kind === 'invitation')
    return {
      subject: `Invitation to ${firm}`,
      message: `${who} invites you to join ${firm} on Matterbase as ${role}. Open this link to join. ${until}\n\nIf you did not expect this, ignore this message.`,
    }
  return {
    subject: 'A link for your new password',
    message: `${who} sends you a link that sets a new password for ${firm} on Matterbase. ${until}\n\nIf you do not need a new password, ignore this message. Do not share the link.`,
  }
}

async function requireFewLinks(sql: Sql, workspaceId: number, to: string): Promise<void> {
  const [sent] = await sql.rows({ count: filled(int) })`
    SELECT count(*)::int AS count FROM mails
    WHERE workspace_id = ${workspaceId} AND kind IN ('invitation', 'password_reset') AND recipients = ARRAY[${to}]
      AND created_at > now() - interval '1 day'`
  if (!sent || sent.count <= mostPerAddress) return
  throw new RefusedError(
    'rate_limited',
    `This account has emailed ${mostPerAddress} links to this address within 24 hours, which is the limit. Try again tomorrow.`,
    { retryAfter: 3_600, facts: { limit: mostPerAddress, used: mostPerAddress } },
  )
}
