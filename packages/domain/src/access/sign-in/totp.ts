import type { Sql } from '@matterbase/db'
import { Secret, TOTP } from 'otpauth'

const stepMs = 30_000

/** A new secret for an authenticator: 20 random bytes in Base32, as they are typed by hand. */
export const newTotpSecret = () => new Secret({ size: 20 }).base32

/** The URI in the QR code for authenticators. */
export const totpUri = (secret: string, email: string) =>
  new TOTP({ issuer: 'Matterbase', label: email, secret }).toString()

/** The step of a code: the current one, the previous one or the next one, because clocks differ. */
export function totpStep(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const token = code.replaceAll(/\s/g, '')
  // Throws at six characters that are more than six bytes.
  if (!/^\d{6}$/.test(token)) return undefined
  const away = TOTP.validate({ token, secret: Secret.fromBase32(secret), timestamp, window: 1 })
  return away === null ? undefined : Math.floor(timestamp / stepMs) + away
}

/** Uses the code of a step. False if this code or a later one was used before. */
export async function takeTotpStep(sql: Sql, userId: string, step: number): Promise<boolean> {
  const taken = await sql.run`
    UPDATE users SET totp_last_step = ${step}
    WHERE id = ${userId}::text::uuid AND (totp_last_step IS NULL OR totp_last_step < ${step})`
  return taken === 1
}
