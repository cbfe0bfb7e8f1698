import { createHmac, createSecretKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

/** The two keys a secret `whsec_…` stands for. */
export interface SigningKey {
  /** The key of X-Service-Signature: the whole secret as UTF-8. */
  whole: KeyObject
  /** The key of webhook-signature (Standard Webhooks): the base64 bytes after the prefix. */
  decoded: KeyObject
}

export function toSigningKey(secret: string): SigningKey {
  return {
    whole: createSecretKey(Buffer.from(secret, 'utf8')),
    decoded: createSecretKey(Buffer.from(secret.replace(/^whsec_/, ''), 'base64')),
  }
}

/** The value of X-Service-Signature for a body. */
export function serviceSignature({ whole }: SigningKey, body: Buffer): string {
  return `sha256=${createHmac('sha256', whole).update(body).digest('hex')}`
}

/** One signature of the header webhook-signature. */
export function standardSignature({ decoded }: SigningKey, id: string, timestamp: string, body: Buffer): string {
  return `v1,${createHmac('sha256', decoded).update(`${id}.${timestamp}.`).update(body).digest('base64')}`
}
