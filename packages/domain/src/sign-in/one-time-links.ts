import { randomBytes } from 'node:crypto'
import { hashToken } from './sessions.ts'
import type { Sql } from '@matterbase/db'

const lifetimes = { setup: '30 minutes', reset: '30 minutes', invite: '7 days' } as const

export type LinkPurpose = keyof typeof lifetimes

export interface NewLink {
  readonly purpose: LinkPurpose
  /** Whose password is reset. */
  readonly userId?: string
  /** The account that is joined. */
  readonly ownerUuid?: string
  /** Who is invited, and as what. */
  readonly email?: string
  readonly role?: string
}

export interface OneTimeLink {
  readonly id: string
  readonly purpose: LinkPurpose
  readonly user_id: string | null
  readonly owner_uuid: string | null
  readonly email: string | null
  readonly role: string | null
  readonly expires_at: Date
}

/** A link as it is handed over; its address is not kept. */
export interface MadeLink {
  readonly id: string
  readonly url: string
  readonly expires_at: Date
}

/** Makes a link that can be used once: `<publicUrl>/<purpose>/<token>`. */
export async function makeLink(sql: Sql, publicUrl: string, link: NewLink): Promise<MadeLink> {
  const { purpose, userId, ownerUuid, email, role } = link
  const token = randomBytes(32).toString('base64url')
  const [row] = await sql.$queryRaw<{ id: string; expires_at: Date }[]>`
    INSERT INTO one_time_links (token_hash, purpose, user_id, owner_uuid, email, role, expires_at)
    VALUES (${hashToken(token)}, ${purpose}, ${userId ?? null}::text::uuid, ${ownerUuid ?? null}::text::uuid,
            ${email ?? null}, ${role ?? null}, now() + ${lifetimes[purpose]}::text::interval)
    RETURNING encode(token_hash, 'hex') AS id, expires_at`
  if (!row) throw new Error('The link was not kept')
  return { ...row, url: `${publicUrl}/${purpose}/${token}` }
}

/** The link that a token opens, unless it was used or is too old. Changes nothing. */
export async function findLink(sql: Sql, token: string): Promise<OneTimeLink | undefined> {
  const [row] = await sql.$queryRaw<OneTimeLink[]>`
    SELECT encode(token_hash, 'hex') AS id, purpose, user_id::text, owner_uuid::text, email, role, expires_at
    FROM one_time_links WHERE token_hash = ${hashToken(token)} AND used_at IS NULL AND expires_at > now()`
  return row
}

/** Uses a link up. False when somebody else was faster. */
export async function takeLink(sql: Sql, token: string): Promise<boolean> {
  const taken = await sql.$executeRaw`
    UPDATE one_time_links SET used_at = now()
    WHERE token_hash = ${hashToken(token)} AND used_at IS NULL AND expires_at > now()`
  return taken === 1
}

/** The invitations to an account that can still be accepted, newest first. */
export async function listInvites(sql: Sql, ownerUuid: string) {
  return sql.$queryRaw<{ id: string; email: string; role: string; created_at: Date; expires_at: Date }[]>`
    SELECT encode(token_hash, 'hex') AS id, email, role, created_at, expires_at FROM one_time_links
    WHERE owner_uuid = ${ownerUuid}::text::uuid AND purpose = 'invite' AND used_at IS NULL AND expires_at > now()
    ORDER BY created_at DESC`
}

/** Takes invitations back: the one with this id, or whatever was sent to this address. Answers the addresses. */
export async function withdrawInvites(sql: Sql, ownerUuid: string, which: { id: string } | { email: string }) {
  const [id, email] = 'id' in which ? [which.id, null] : [null, which.email]
  const rows = await sql.$queryRaw<{ email: string }[]>`
    DELETE FROM one_time_links
    WHERE owner_uuid = ${ownerUuid}::text::uuid AND purpose = 'invite' AND used_at IS NULL AND expires_at > now()
      AND (encode(token_hash, 'hex') = ${id} OR email = ${email})
    RETURNING email`
  return rows.map((row) => row.email)
}
