import { type Bytes, fromBase64, fromHex, utf8 } from './bytes.ts'
import { WebhookVerificationError } from './errors.ts'

type Header = (name: string) => string

const mostSignatures = 8

/** For X-Service-Signature the bytes are the whole secret, prefix and all. */
export const hmacKey = (bytes: Bytes) =>
  crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])

/** `sha256=…`, the service's own signatures, or where it sent none `v1,…`, those of Standard Webhooks. */
export function readSignatures(header: Header): string[] {
  const texts = ['x-service-signature', 'x-service-signature-previous', 'webhook-signature'].map(header).join(' ')
  if (!texts.trim()) throw new WebhookVerificationError('missing_signature', 'X-Service-Signature is missing')
  const signatures = texts.match(/\bsha256=[\da-f]{64}\b/gi) ?? texts.match(/\bv1,\S+/g)
  if (!signatures) throw new WebhookVerificationError('malformed_signature', 'X-Service-Signature is not sha256=<hex>')
  return signatures.slice(0, mostSignatures)
}

export async function isSigned(body: Bytes, signature: string, secret: string, header: Header): Promise<boolean> {
  const [key, mac, signed] = signature.startsWith('v1')
    ? [
        fromBase64(secret.replace('whsec_', '')),
        fromBase64(signature.slice(3)),
        await new Blob([`${header('webhook-id')}.${header('webhook-timestamp')}.`, body]).arrayBuffer(),
      ]
    : [utf8(secret), fromHex(signature.slice(7)), body]
  return key.length > 0 && crypto.subtle.verify('HMAC', await hmacKey(key), mac, signed)
}
