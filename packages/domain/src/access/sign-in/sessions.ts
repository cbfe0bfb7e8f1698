import { hashToken, newToken } from '../../core/verbs/tokens.ts'
import { bool, bytes, filled, int, oneOf, orNull, Prisma, rateTier, text, timestamp } from '@matterbase/db'
import type { Row, Sql } from '@matterbase/db'
import { roleNames } from '@matterbase/schemas'
import { maxTierOf } from '../../core/storage/account-limits.ts'

/** A session ends after 7 days without use, and after 30 days in any case. */
export const idleInterval = '7 days'
const absoluteInterval = '30 days'
/** How long the second factor is waited for. */
const challengeInterval = '10 minutes'
const wrongCodesPerChallenge = 5
/** The maximum of sessions of a user. A new session ends the least recently used one. */
const perUser = 50

export interface NewSession {
  readonly userId: string
  readonly ownerUuid: string
  /** False while the second factor is awaited. */
  readonly isComplete: boolean
  readonly ip: string
  readonly userAgent: string | undefined
}

/** Starts a session and returns the token for its cookie. Only the hash of the token is stored. */
export async function createSession(sql: Sql, { userId, ownerUuid, isComplete, ip, userAgent }: NewSession) {
  const token = newToken()
  // Deletes the user's expired sessions.
  await sql.run`
    DELETE FROM sessions WHERE user_id = ${userId}::text::uuid
      AND (expires_at < now() OR seen_at < now() - ${idleInterval}::text::interval)`
  await sql.run`
    INSERT INTO sessions (id_hash, user_id, owner_uuid, is_complete, expires_at, ip, user_agent)
    VALUES (${hashToken(token)}, ${userId}::text::uuid, ${ownerUuid}::text::uuid, ${isComplete},
            now() + ${isComplete ? absoluteInterval : challengeInterval}::text::interval, ${ip}, ${userAgent ?? null})`
  await sql.run`
    DELETE FROM sessions WHERE user_id = ${userId}::text::uuid AND id_hash IN (
      SELECT id_hash FROM sessions WHERE user_id = ${userId}::text::uuid
      ORDER BY seen_at DESC, created_at DESC OFFSET ${perUser})`
  return token
}

/** Gives a session another token, with the password or code typed just now; the old token is worth nothing. */
export async function renewSession(sql: Sql, idHash: Uint8Array): Promise<string> {
  const token = newToken()
  await sql.run`
    UPDATE sessions
    SET id_hash = ${hashToken(token)}, is_complete = true, totp_failures = 0, authenticated_at = now(),
        expires_at = CASE WHEN is_complete THEN expires_at ELSE now() + ${absoluteInterval}::text::interval END
    WHERE id_hash = ${idHash}`
  return token
}

/** Counts a try at the second factor. False when there were as many as there can be: then the session ends. */
export async function countCodeAttempt(sql: Sql, idHash: Uint8Array): Promise<boolean> {
  const counted = await sql.run`
    UPDATE sessions SET totp_failures = totp_failures + 1
    WHERE id_hash = ${idHash} AND totp_failures < ${wrongCodesPerChallenge}`
  if (counted === 0) await sql.run`DELETE FROM sessions WHERE id_hash = ${idHash} AND NOT is_complete`
  return counted === 1
}

const foundSession = {
  id_hash: bytes,
  public_id: text,
  is_complete: bool,
  authenticated_at: timestamp,
  user_id: text,
  email: text,
  name: text,
  totp_enabled: bool,
  /** The account requires two-factor authentication, and the user has none. */
  lacks_two_factor: bool,
  owner_uuid: text,
  account_name: text,
  max_tier: filled(rateTier),
  role: oneOf(roleNames),
  live_workspace_id: int,
  test_workspace_id: int,
  seen_lately: bool,
  is_full: bool,
}

/** A session and whose it is. */
export type FoundSession = Row<typeof foundSession>

/** The session that a cookie names, unless it has ended or its user has left the account. */
export async function findSession(sql: Sql, token: string): Promise<FoundSession | undefined> {
  const hash = hashToken(token)
  const [row] = await sql.rows(foundSession)`
    SELECT session.id_hash, session.public_id::text, session.is_complete, session.authenticated_at, session.user_id::text,
           member.email, member.name, member.totp_enabled_at IS NOT NULL AS totp_enabled,
           account.requires_two_factor AND member.totp_enabled_at IS NULL AS lacks_two_factor, session.owner_uuid::text, account.name AS account_name,
           (${maxTierOf(Prisma.sql`session.owner_uuid`)})::text AS max_tier, membership.role,
           live.id AS live_workspace_id, test.id AS test_workspace_id, session.seen_at > now() - interval '1 minute' AS seen_lately, live.is_full
    FROM sessions AS session
    JOIN users AS member ON member.id = session.user_id
    JOIN memberships AS membership ON membership.user_id = session.user_id AND membership.owner_uuid = session.owner_uuid
    JOIN accounts AS account ON account.owner_uuid = session.owner_uuid
    JOIN workspaces AS live ON live.owner_uuid = session.owner_uuid AND live.environment = 'live'
    JOIN workspaces AS test ON test.owner_uuid = session.owner_uuid AND test.environment = 'test'
    WHERE session.id_hash = ${hash} AND account.closed_at IS NULL AND session.expires_at > now() AND session.seen_at > now() - ${idleInterval}::text::interval`
  // Once a minute is enough for "last seen", and keeps reads from writing.
  if (row && !row.seen_lately) await sql.run`UPDATE sessions SET seen_at = now() WHERE id_hash = ${hash}`
  return row
}

/** Ends a session; its cookie is worth nothing from then on. False when it has ended already. */
export async function endSession(sql: Sql, token: string): Promise<boolean> {
  return (await sql.run`DELETE FROM sessions WHERE id_hash = ${hashToken(token)}`) === 1
}

/** The password was typed again. */
export async function noteAuthentication(sql: Sql, idHash: Uint8Array): Promise<void> {
  await sql.run`UPDATE sessions SET authenticated_at = now() WHERE id_hash = ${idHash}`
}

const listedSessionColumns = {
  id: text,
  ip: orNull(text),
  user_agent: orNull(text),
  created_at: timestamp,
  seen_at: timestamp,
  is_current: bool,
}

export type ListedSession = Row<typeof listedSessionColumns>

/** Where a user is signed in, last used first. */
export async function listSessions(sql: Sql, userId: string, currentHash: Uint8Array): Promise<ListedSession[]> {
  return sql.rows(listedSessionColumns)`
    SELECT public_id::text AS id, ip, user_agent, created_at, seen_at, id_hash = ${currentHash} AS is_current
    FROM sessions
    WHERE user_id = ${userId}::text::uuid AND is_complete
      AND expires_at > now() AND seen_at > now() - ${idleInterval}::text::interval
    ORDER BY id_hash = ${currentHash} DESC, seen_at DESC`
}

/** Ends one of the user's sessions by its public ID. False when it does not exist. */
export async function endListedSession(sql: Sql, userId: string, id: string): Promise<boolean> {
  const ended = await sql.run`
    DELETE FROM sessions WHERE user_id = ${userId}::text::uuid AND public_id = ${id}::text::uuid`
  return ended === 1
}

/** Ends all sessions of the user, or all except one, and returns how many. */
export async function endSessionsOf(sql: Sql, userId: string, exceptHash?: Uint8Array): Promise<number> {
  return sql.run`
    DELETE FROM sessions
    WHERE user_id = ${userId}::text::uuid AND (${exceptHash ?? null}::bytea IS NULL OR id_hash <> ${exceptHash ?? null})`
}
