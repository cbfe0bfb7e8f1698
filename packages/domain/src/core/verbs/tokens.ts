import { createHash, randomBytes } from 'node:crypto'

/** A random token for a cookie or a link: 256 bits in base64url. */
export const newToken = () => randomBytes(32).toString('base64url')

/** The SHA-256 of a token. Only the hash is stored. */
export function hashToken(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(token).digest())
}
