import { randomBytes } from 'node:crypto'
import { hashToken } from '../../core/verbs/tokens.ts'
import type { Sql } from '@matterbase/db'

const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Replaces a user's recovery codes by ten new ones, `XXXX-XXXX-XXXX-XXXX` each. Only hashes are stored. */
export async function renewRecoveryCodes(sql: Sql, userId: string): Promise<string[]> {
  const codes = Array.from({ length: 10 }, newCode)
  await sql.run`DELETE FROM recovery_codes WHERE user_id = ${userId}::text::uuid`
  for (const code of codes)
    await sql.run`
      INSERT INTO recovery_codes (user_id, code_hash) VALUES (${userId}::text::uuid, ${hashCode(code)})`
  return codes
}

/** Uses one of the user's recovery codes. False for an unknown or used code. */
export async function takeRecoveryCode(sql: Sql, userId: string, code: string): Promise<boolean> {
  const taken = await sql.run`
    UPDATE recovery_codes SET used_at = now()
    WHERE user_id = ${userId}::text::uuid AND code_hash = ${hashCode(code)} AND used_at IS NULL`
  return taken === 1
}

// 80 random bits: too many for a hash to be turned back by trying.
const newCode = () =>
  Array.from(randomBytes(16), (byte) => alphabet.charAt(byte % 32))
    .join('')
    .replaceAll(/(.{4})(?=.)/g, '$1-')

/** However the code was typed. */
const hashCode = (code: string) => hashToken(code.toUpperCase().replaceAll(/[^A-Z\d]/g, ''))
