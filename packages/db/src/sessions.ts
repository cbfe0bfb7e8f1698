import { createHash, randomBytes } from 'node:crypto'
import type { Db } from './client.ts'

/** A session that nobody uses ends after 7 days, any other after 30. */
const idleInterval = '7 days'
const absoluteInterval = '30 days'

export interface NewSession {
  readonly userId: string
  readonly ownerUuid: string
  /** False while the second factor is awaited. */
  readonly isComplete: boolean
  readonly ip: string
  readonly userAgent: string | undefined
}

/** A session and whose it is. */
export interface FoundSession {
  readonly id_hash: Uint8Array<ArrayBuffer>
  readonly public_id: string
  readonly is_complete: boolean
  readonly authenticated_at: Date
  readonly user_id: string
  readonly email: string
  readonly name: string
  readonly totp_enabled: boolean
  readonly owner_uuid: string
  readonly account_name: string
  readonly role: string
  readonly live_workspace_id: number
  readonly test_workspace_id: number
}

/** What is kept of a session's or link's token: its SHA-256. */
export function hashToken(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(token).digest())
}

/** Begins a session and answers the token for its cookie, which is not kept. */
export async function createSession(db: Db, { userId, ownerUuid, isComplete, ip, userAgent }: NewSession) {
  const token = randomBytes(32).toString('base64url')
  await db.$executeRaw`
    INSERT INTO sessions (id_hash, user_id, owner_uuid, is_complete, expires_at, ip, user_agent)
    VALUES (${hashToken(token)}, ${userId}::text::uuid, ${ownerUuid}::text::uuid, ${isComplete},
            now() + ${absoluteInterval}::text::interval, ${ip}, ${userAgent ?? null})`
  return token
}

/** The session that a cookie names, unless it has ended or its user has left the account. */
export async function findSession(db: Db, token: string): Promise<FoundSession | undefined> {
  const hash = hashToken(token)
  const [row] = await db.$queryRaw<(FoundSession & { seen_lately: boolean })[]>`
    SELECT session.id_hash, session.public_id::text, session.is_complete, session.authenticated_at, session.user_id::text,
           member.email, member.name, member.totp_enabled_at IS NOT NULL AS totp_enabled,
           session.owner_uuid::text, account.name AS account_name, membership.role,
           live.id AS live_workspace_id, test.id AS test_workspace_id, session.seen_at > now() - interval '1 minute' AS seen_lately
    FROM sessions AS session
    JOIN users AS member ON member.id = session.user_id
    JOIN memberships AS membership ON membership.user_id = session.user_id AND membership.owner_uuid = session.owner_uuid
    JOIN accounts AS account ON account.owner_uuid = session.owner_uuid
    JOIN workspaces AS live ON live.owner_uuid = session.owner_uuid AND live.environment = 'live'
    JOIN workspaces AS test ON test.owner_uuid = session.owner_uuid AND test.environment = 'test'
    WHERE session.id_hash = ${hash} AND session.expires_at > now() AND session.seen_at > now() - ${idleInterval}::text::interval`
  // Once a minute is enough for "last seen", and keeps reads from writing.
  if (row && !row.seen_lately) await db.$executeRaw`UPDATE sessions SET seen_at = now() WHERE id_hash = ${hash}`
  return row
}

/** Ends a session; its cookie is worth nothing from then on. */
export async function endSession(db: Db, token: string): Promise<void> {
  await db.$executeRaw`DELETE FROM sessions WHERE id_hash = ${hashToken(token)}`
}
