import { forgetDevices } from './known-devices.ts'
import { bool, bytes, orNull, text } from '@matterbase/db'
import type { Sql, Row } from '@matterbase/db'

const signInUserColumns = {
  id: text,
  email: text,
  name: text,
  password_hash: text,
  totp_secret: orNull(bytes),
  totp_enabled: bool,
  owner_uuid: orNull(text),
}

export type SignInUser = Row<typeof signInUserColumns>

/** Who signs in with an email address, however it is typed, or has an id. */
export async function findUser(sql: Sql, by: { email: string } | { id: string }): Promise<SignInUser | undefined> {
  const [email, id] = 'email' in by ? [by.email.trim().toLowerCase(), null] : [null, by.id]
  const [row] = await sql.rows(signInUserColumns)`
    SELECT id::text, email, name, password_hash, totp_secret, totp_enabled_at IS NOT NULL AS totp_enabled,
           (SELECT owner_uuid::text FROM memberships AS membership JOIN accounts AS account USING (owner_uuid)
            WHERE user_id = users.id AND closed_at IS NULL ORDER BY membership.created_at LIMIT 1) AS owner_uuid
    FROM users WHERE email = ${email} OR id = ${id}::text::uuid`
  return row
}

/** Makes a user who belongs to no account yet. Undefined when the address is taken. */
export async function addUser(
  sql: Sql,
  { email, name, passwordHash }: { email: string; name: string; passwordHash: string },
): Promise<string | undefined> {
  const [row] = await sql.rows({ id: text })`
    INSERT INTO users (email, name, password_hash) VALUES (${email}, ${name}, ${passwordHash})
    ON CONFLICT (email) DO NOTHING RETURNING id::text`
  return row?.id
}

/**
 * Sets another password; links that would reset the one before are worth nothing any more, and browsers that
 * were known are strangers again, but for the one whose hash is given.
 */
export async function setPassword(sql: Sql, userId: string, passwordHash: string, device?: Uint8Array): Promise<void> {
  await sql.run`
    UPDATE users SET password_hash = ${passwordHash}, password_changed_at = now() WHERE id = ${userId}::text::uuid`
  await sql.run`
    DELETE FROM one_time_links WHERE user_id = ${userId}::text::uuid AND purpose = 'reset' AND used_at IS NULL`
  await forgetDevices(sql, userId, device)
}

/** Takes the second factor away. False when there was none. */
export async function removeTotp(sql: Sql, userId: string): Promise<boolean> {
  const removed = await sql.run`
    UPDATE users SET totp_secret = NULL, totp_enabled_at = NULL, totp_last_step = NULL
    WHERE id = ${userId}::text::uuid AND totp_enabled_at IS NOT NULL`
  await sql.run`DELETE FROM recovery_codes WHERE user_id = ${userId}::text::uuid`
  return removed === 1
}
