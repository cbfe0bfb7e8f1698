import { forgetDevices } from './known-devices.ts'
import { bool, bytes, filled, int, orNull, text, timestamp, uuid } from '@matterbase/db'
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

/** Creates a user without an account. Undefined when the address is taken. */
export async function addUser(
  sql: Sql,
  { email, name, passwordHash }: { email: string; name: string; passwordHash: string },
): Promise<string | undefined> {
  const [row] = await sql.rows({ id: text })`
    INSERT INTO users (email, name, password_hash) VALUES (${email}, ${name}, ${passwordHash})
    ON CONFLICT (email) DO NOTHING RETURNING id::text`
  return row?.id
}

/** Sets a password, ends the user's reset links and forgets the known browsers, except the one with the given hash. */
export async function setPassword(sql: Sql, userId: string, passwordHash: string, device?: Uint8Array): Promise<void> {
  await sql.run`
    UPDATE users SET password_hash = ${passwordHash}, password_changed_at = now() WHERE id = ${userId}::text::uuid`
  await sql.run`
    DELETE FROM one_time_links WHERE user_id = ${userId}::text::uuid AND purpose = 'reset' AND used_at IS NULL`
  await forgetDevices(sql, userId, device)
}

/** Removes the second factor. False when the user had none. */
export async function removeTotp(sql: Sql, userId: string): Promise<boolean> {
  const removed = await sql.run`
    UPDATE users SET totp_secret = NULL, totp_enabled_at = NULL, totp_last_step = NULL
    WHERE id = ${userId}::text::uuid AND totp_enabled_at IS NOT NULL`
  await sql.run`DELETE FROM recovery_codes WHERE user_id = ${userId}::text::uuid`
  return removed === 1
}

const membershipColumns = { totp_enabled: filled(bool), owner_uuid: uuid, name: text, email: text }

/** An open account that a user is a member of. */
export type UserMembership = Row<typeof membershipColumns>

/** A user's accounts, the first joined first. */
export const listMemberships = (sql: Sql, userId: string): Promise<UserMembership[]> =>
  sql.rows(membershipColumns)`
    SELECT totp_enabled_at IS NOT NULL AS totp_enabled, owner_uuid, accounts.name, accounts.email
    FROM users JOIN memberships ON user_id = users.id JOIN accounts USING (owner_uuid)
    WHERE users.id = ${userId}::text::uuid AND closed_at IS NULL ORDER BY memberships.created_at`

export async function renameUser(sql: Sql, userId: string, name: string): Promise<void> {
  await sql.run`UPDATE users SET name = ${name}, updated_at = now() WHERE id = ${userId}::text::uuid`
}

/** Replaces the hash of an unchanged password by a hash with the current settings. */
export async function setPasswordHash(sql: Sql, userId: string, passwordHash: string): Promise<void> {
  await sql.run`UPDATE users SET password_hash = ${passwordHash} WHERE id = ${userId}::text::uuid`
}

/** When a user's password and second factor were set, and how many recovery codes are left. */
export async function findSecurity(sql: Sql, userId: string) {
  const [row] = await sql.rows({
    totp_enabled_at: orNull(timestamp),
    password_changed_at: timestamp,
    codes_left: filled(int),
  })`
    SELECT totp_enabled_at, password_changed_at,
           (SELECT count(*)::int4 FROM recovery_codes WHERE user_id = users.id AND used_at IS NULL) AS codes_left
    FROM users WHERE id = ${userId}::text::uuid`
  return row
}
