import { createCipheriv, createDecipheriv, createHash, createSecretKey, hkdfSync, randomBytes } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

const keyIdLength = 4
const nonceLength = 12
const tagLength = 16
/** The layout that has a derived key; it follows the key's ID. */
const version = 2

/** A value that no encryption key opens: it was sealed with another key, by a later version, or for another row. */
export class UnreadableSealError extends Error {
  override readonly name = 'UnreadableSealError'
}

interface SealedBox {
  /** Encrypts with the first key. `context` (which row this is) must be the same again when opening. */
  seal(text: string, context: string): Uint8Array<ArrayBuffer>
  /** @throws UnreadableSealError when the key that sealed it is not among the keys, or the bytes or the context differ. */
  open(sealed: Uint8Array, context: string): string
}

/** Seals secrets, and has boxes with keys of their own for values that callers can have made in any number. */
export interface Sealer extends SealedBox {
  readonly answers: SealedBox
  readonly cursors: SealedBox
  /** The ID of the first key. */
  readonly keyId: Uint8Array<ArrayBuffer>
  /** The IDs of all keys, with which a value that can be opened begins. */
  readonly keyIds: readonly Uint8Array<ArrayBuffer>[]
}

/**
 * AES-256-GCM for values that must be readable again: webhook secrets, stored answers and cursors. Each of the three has
 * a key that is derived with HKDF (RFC 5869), because random nonces allow 2^32 values for a key (NIST SP 800-38D).
 * Layout: the first 4 bytes of the key's SHA-256, the version, a 12-byte nonce, the 16-byte tag, the ciphertext.
 * Values of the layout before have no version and the key itself; they are opened, and no longer made.
 *
 * @param keys one or more keys of 32 bytes in base64, comma-separated: the first seals, all of them open.
 * @throws Error when a key is not 32 bytes.
 */
export function createSealer(keys: string): Sealer {
  const known = keys.split(',').map((text) => {
    const key = Buffer.from(text.trim(), 'base64')
    if (key.length !== 32) throw new Error('An encryption key must be 32 bytes in base64')
    return { key, id: createHash('sha256').update(key).digest().subarray(0, keyIdLength) }
  })
  const [first] = known
  if (!first) throw new Error('No encryption key')
  return {
    ...boxFor('secrets', known),
    answers: boxFor('answers', known),
    cursors: boxFor('cursors', known),
    keyId: new Uint8Array(first.id),
    keyIds: known.map(({ id }) => new Uint8Array(id)),
  }
}

interface RootKey {
  readonly key: Buffer
  readonly id: Buffer
}

function boxFor(purpose: string, roots: readonly RootKey[]): SealedBox {
  const keys = roots.map(({ key, id }) => ({
    id,
    derived: createSecretKey(Buffer.from(hkdfSync('sha256', key, '', `matterbase/${purpose}`, 32))),
    root: createSecretKey(key),
  }))
  return {
    seal(text, context) {
      const [first] = keys
      if (!first) throw new Error('No encryption key')
      return new Uint8Array(Buffer.concat([first.id, Buffer.of(version), encrypt(first.derived, text, context)]))
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed)
      const match = keys.find(({ id }) => id.equals(bytes.subarray(0, keyIdLength)))
      if (!match) throw new UnreadableSealError('Sealed with a key that is not among the encryption keys')
      const rest = bytes.subarray(keyIdLength)
      if (rest[0] === version) {
        try {
          return decrypt(match.derived, rest.subarray(1), context)
        } catch {
          // One in 256 values of the layout before begins with this byte, by chance.
        }
      }
      try {
        return decrypt(match.root, rest, context)
      } catch (cause) {
        const why = cause instanceof Error ? cause.message : ''
        throw new UnreadableSealError(`Sealed by another version, for another row, or damaged: ${why}`, { cause })
      }
    },
  }
}

function encrypt(key: KeyObject, text: string, context: string): Buffer {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength }).setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

function decrypt(key: KeyObject, bytes: Buffer, context: string): string {
  const nonce = bytes.subarray(0, nonceLength)
  const tag = bytes.subarray(nonceLength, nonceLength + tagLength)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength })
  decipher.setAAD(Buffer.from(context)).setAuthTag(tag)
  return Buffer.concat([decipher.update(bytes.subarray(nonceLength + tagLength)), decipher.final()]).toString('utf8')
}
