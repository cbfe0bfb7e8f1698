import { createCipheriv, createDecipheriv, createHash, createSecretKey, randomBytes } from 'node:crypto'

const keyIdLength = 4
const nonceLength = 12
const tagLength = 16

export interface Sealer {
  /** What everything that is sealed from now on begins with. */
  readonly keyId: Uint8Array<ArrayBuffer>
  /** What everything begins with that can be opened. */
  readonly keyIds: readonly Uint8Array<ArrayBuffer>[]
  /** Encrypts with the first key. `context` (which row this is) must be the same again when opening. */
  seal(text: string, context: string): Uint8Array<ArrayBuffer>
  /** @throws Error when the key that sealed it is not among the keys, or the bytes or the context differ. */
  open(sealed: Uint8Array, context: string): string
}

/** What an endpoint's secret is bound to; its previous one has `/previous` behind it. */
export function endpointSecretContext(workspaceId: number, endpointId: number | bigint | string): string {
  return `webhook_endpoints/${workspaceId}/${endpointId}`
}

/**
 * AES-256-GCM for what must be readable again: webhook secrets, stored answers and cursors.
 * Layout: the first 4 bytes of the key's SHA-256, a 12-byte nonce, the 16-byte tag, the ciphertext.
 *
 * @param keys one or more keys of 32 bytes in base64, comma-separated: the first seals, all of them open.
 * @throws Error when a key is not 32 bytes.
 */
export function createSealer(keys: string): Sealer {
  const known = keys.split(',').map((text) => {
    const key = Buffer.from(text.trim(), 'base64')
    if (key.length !== 32) throw new Error('An encryption key is 32 bytes in base64')
    return { key: createSecretKey(key), id: createHash('sha256').update(key).digest().subarray(0, keyIdLength) }
  })
  const [first] = known
  if (!first) throw new Error('No encryption key')
  return {
    keyId: new Uint8Array(first.id),
    keyIds: known.map(({ id }) => new Uint8Array(id)),
    seal(text, context) {
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv('aes-256-gcm', first.key, nonce).setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return new Uint8Array(Buffer.concat([first.id, nonce, cipher.getAuthTag(), body]))
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed)
      const match = known.find(({ id }) => id.equals(bytes.subarray(0, keyIdLength)))
      if (!match) throw new Error('Sealed with a key that is not among the encryption keys')
      const nonce = bytes.subarray(keyIdLength, keyIdLength + nonceLength)
      const tag = bytes.subarray(keyIdLength + nonceLength, keyIdLength + nonceLength + tagLength)
      const decipher = createDecipheriv('aes-256-gcm', match.key, nonce).setAAD(Buffer.from(context)).setAuthTag(tag)
      const body = bytes.subarray(keyIdLength + nonceLength + tagLength)
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
    },
  }
}
