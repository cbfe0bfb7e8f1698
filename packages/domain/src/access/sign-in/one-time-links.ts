import { randomBytes } from 'node:crypto'
import { hashToken } from '../../core/verbs/tokens.ts'
import { bool, filled, oneOf, orNull, text, timestamp } from '@matterbase/db'
import type { Row, Sql } from '@matterbase/db'
import { mayGiveRole, roleNames } from '@matterbase/schemas'
import type { Role } from '@matterbase/schemas'
import { holdRoles } from '../../core/verbs/acting-member.ts'
import { RefusedError } from '../../core/verbs/refused.ts'

const lifetimes = { setup: '30 minutes', reset: '30 minutes', invite: '7 days' } as const

type LinkPurpose = keyof typeof lifetimes

export interface NewLink {
  readonly purpose: LinkPurpose
  /** Whose password is reset. */
  readonly userId?: string
  /** The account that is joined, or whose owner resets the password. */
  readonly ownerUuid?: string
  /** The member who creates the link. Default: the operator, on the command line. */
  readonly createdBy?: string | undefined
  /** Who is invited, and as what. */
  readonly email?: string
  readonly role?: Role
}

const oneTimeLinkColumns = {
  id: text,
  purpose: oneOf(['setup', 'reset', 'invite']),
  user_id: orNull(text),
  owner_uuid: orNull(text),
  email: orNull(text),
  role: orNull(oneOf(roleNames)),
  created_by: orNull(text),
  by_operator: bool,
  expires_at: timestamp,
}

export type OneTimeLink = Row<typeof oneTimeLinkColumns>

/** A link as it is handed over; its address is not kept. */
export interface MadeLink {
  readonly id: string
  readonly url: string
  readonly expires_at: Date
}

/** Creates a single-use link, `<publicUrl>/<purpose>/<token>`. */
export async function makeLink(sql: Sql, publicUrl: string, link: NewLink): Promise<MadeLink> {
  const { purpose, userId, ownerUuid, email, role, createdBy } = link
  const token = randomBytes(32).toString('base64url')
  const [row] = await sql.rows({ id: text, expires_at: timestamp })`
    INSERT INTO one_time_links (token_hash, purpose, user_id, owner_uuid, email, role, created_by, by_operator, expires_at)
    VALUES (${hashToken(token)}, ${purpose}, ${userId ?? null}::text::uuid, ${ownerUuid ?? null}::text::uuid,
            ${email ?? null}, ${role ?? null}, ${createdBy ?? null}::text::uuid, ${createdBy === undefined},
            now() + ${lifetimes[purpose]}::text::interval)
    RETURNING encode(token_hash, 'hex') AS id, expires_at`
  if (!row) throw new Error('The link was not kept')
  return { ...row, url: `${publicUrl}/${purpose}/${token}` }
}

/** The link that a token opens. Changes nothing. @throws RefusedError link_expired. */
export async function findLink(sql: Sql, token: string): Promise<OneTimeLink> {
  const link = await readLink(sql, token)
  if (!(await isBacked(sql, link))) throw linkExpired()
  return link
}

/**
 * Uses a link. @throws RefusedError link_expired, also when another request used the link first, or its maker lost the
 * right to create it.
 */
export async function takeLink(sql: Sql, token: string): Promise<void> {
  // The roles are held before the link, as a removal does it.
  await findLink(sql, token)
  const taken = await sql.run`
    UPDATE one_time_links SET used_at = now()
    WHERE token_hash = ${hashToken(token)} AND used_at IS NULL AND expires_at > now()`
  if (taken === 0) throw linkExpired()
}

async function readLink(sql: Sql, token: string): Promise<OneTimeLink> {
  const [link] = await sql.rows(oneTimeLinkColumns)`
    SELECT encode(token_hash, 'hex') AS id, purpose, user_id::text, owner_uuid::text, email, role, created_by::text,
           by_operator, expires_at
    FROM one_time_links WHERE token_hash = ${hashToken(token)} AND used_at IS NULL AND expires_at > now()`
  if (!link) throw linkExpired()
  return link
}

type Backing = Pick<OneTimeLink, 'by_operator' | 'created_by' | 'owner_uuid' | 'role' | 'user_id'>

/**
 * True if the operator or a current member created the link, and the member's role may give the invited role, or the
 * role of the member whose password the link sets. Locks these roles until the transaction ends.
 */
async function isBacked(sql: Sql, { by_operator, created_by: maker, owner_uuid, role, user_id: subject }: Backing) {
  if (by_operator) return true
  if (maker === null || owner_uuid === null) return false
  const roles = await holdRoles(sql, owner_uuid, subject === null ? [maker] : [maker, subject])
  const makerRole = roles.get(maker)
  const given = role ?? (subject === null ? undefined : roles.get(subject))
  return makerRole !== undefined && given !== undefined && mayGiveRole(makerRole, given)
}

export const linkExpired = () =>
  new RefusedError('link_expired', 'This link was used or has expired. Ask for a new one where you got it.')

// Every invitation has an address and a role.

/** The invitations to an account that can still be accepted, newest first. */
export async function listInvites(sql: Sql, ownerUuid: string) {
  return sql.rows({
    id: text,
    email: filled(text),
    role: filled(oneOf(roleNames)),
    created_at: timestamp,
    expires_at: timestamp,
    /** Null for a link that was handed over. */
    mail_status: orNull(oneOf(['pending', 'sending', 'sent', 'failed', 'cancelled'])),
  })`
    SELECT encode(link.token_hash, 'hex') AS id, link.email, link.role, link.created_at, link.expires_at, mail.status AS mail_status
    FROM one_time_links AS link
    JOIN workspaces AS live ON live.owner_uuid = ${ownerUuid}::text::uuid AND live.environment = 'live'
    LEFT JOIN mails AS mail ON mail.workspace_id = live.id AND mail.request_key = 'link/' || encode(link.token_hash, 'hex')
    WHERE link.owner_uuid = ${ownerUuid}::text::uuid AND link.purpose = 'invite' AND link.used_at IS NULL
      AND link.expires_at > now() AND (link.by_operator OR link.created_by IS NOT NULL)
    ORDER BY link.created_at DESC`
}

/** Withdraws the invitation with this ID, or all invitations of this address. Returns the addresses. */
export async function withdrawInvites(sql: Sql, ownerUuid: string, which: { id: string } | { email: string }) {
  const [id, email] = 'id' in which ? [which.id, null] : [null, which.email]
  const rows = await sql.rows({ email: filled(text) })`
    DELETE FROM one_time_links
    WHERE owner_uuid = ${ownerUuid}::text::uuid AND purpose = 'invite' AND used_at IS NULL AND expires_at > now()
      AND (encode(token_hash, 'hex') = ${id} OR email = ${email})
    RETURNING email`
  return rows.map((row) => row.email)
}
