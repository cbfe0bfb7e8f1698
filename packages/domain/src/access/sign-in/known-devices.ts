import { randomBytes } from 'node:crypto'
import { hashToken } from '../../core/verbs/tokens.ts'
import { bool } from '@matterbase/db'
import type { Sql } from '@matterbase/db'

const lifetime = '180 days'
const perUser = 50

/**
 * Remembers the browser of a user, and returns the token for its cookie. Only the hash of the token is stored. Each
 * sign-in gets a new token. Other users of the browser stay known.
 *
 * @param before the hash of the token that the browser had.
 */
export async function rememberDevice(sql: Sql, userId: string, before: Uint8Array | undefined): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const hash = hashToken(token)
  if (before) await sql.run`UPDATE known_devices SET token_hash = ${hash} WHERE token_hash = ${before}`
  await sql.run`
    INSERT INTO known_devices (token_hash, user_id, expires_at)
    VALUES (${hash}, ${userId}::text::uuid, now() + ${lifetime}::text::interval)
    ON CONFLICT (token_hash, user_id) DO UPDATE SET expires_at = excluded.expires_at`
  // Scripts that sign in without cookies would add a device each time.
  await sql.run`
    DELETE FROM known_devices WHERE user_id = ${userId}::text::uuid AND token_hash IN (
      SELECT token_hash FROM known_devices WHERE user_id = ${userId}::text::uuid
      ORDER BY expires_at DESC OFFSET ${perUser})`
  return token
}

/** True if the user with this email address has signed in from this browser before. */
export async function isKnownDevice(sql: Sql, email: string, hash: Uint8Array): Promise<boolean> {
  const [known] = await sql.rows({ known: bool })`
    SELECT true AS known FROM known_devices AS device JOIN users AS owner ON owner.id = device.user_id
    WHERE device.token_hash = ${hash} AND owner.email = ${email.trim().toLowerCase()} AND device.expires_at > now()`
  return known !== undefined
}

/** Forgets the browsers of a user, except one. */
export async function forgetDevices(sql: Sql, userId: string, except: Uint8Array | undefined): Promise<void> {
  await sql.run`
    DELETE FROM known_devices
    WHERE user_id = ${userId}::text::uuid AND (${except ?? null}::bytea IS NULL OR token_hash <> ${except ?? null})`
}
