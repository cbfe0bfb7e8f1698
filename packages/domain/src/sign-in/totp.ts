import { createHmac, randomBytes } from 'node:crypto'
import type { Sql } from '@matterbase/db'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const stepSeconds = 30

/** A new secret for an authenticator: 20 random bytes in Base32, as they are typed by hand. */
export function newTotpSecret(): string {
  let bits = ''
  for (const byte of randomBytes(20)) bits += byte.toString(2).padStart(8, '0')
  return bits.replaceAll(/.{5}/g, (five) => alphabet.charAt(Number.parseInt(five, 2)))
}

/** What authenticators read from a QR code. */
export function totpUri(secret: string, email: string): string {
  const query = new URLSearchParams({ secret, issuer: 'Matterbase' })
  return `otpauth://totp/Matterbase:${encodeURIComponent(email)}?${query.toString()}`
}

/** The code of a step (RFC 6238: SHA-1, 6 digits, 30 s). */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = digest.readUInt8(digest.length - 1) & 15
  return String((digest.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0')
}

/** The step that a code belongs to: this one, or the one before or after it, as clocks differ. */
export function totpStep(secret: string, code: string, now: Date): number | undefined {
  const current = Math.floor(now.getTime() / 1000 / stepSeconds)
  const digits = code.replaceAll(/\s/g, '')
  return [current, current - 1, current + 1].find((step) => totpCode(secret, step) === digits)
}

/** Takes a step's code, which then counts no more. False when it, or a later one, was taken before. */
export async function takeTotpStep(sql: Sql, userId: string, step: number): Promise<boolean> {
  const taken = await sql.run`
    UPDATE users SET totp_last_step = ${step}
    WHERE id = ${userId}::text::uuid AND (totp_last_step IS NULL OR totp_last_step < ${step})`
  return taken === 1
}

/** What a user's sealed secret is bound to. */
export const totpContext = (userId: string) => `users/${userId}/totp`

function fromBase32(secret: string): Buffer {
  const bits = secret.replaceAll(/./g, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
