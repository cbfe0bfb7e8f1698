import { type Bytes, fromBase64, fromHex, utf8 } from './bytes.ts'
import { WebhookVerificationError } from './errors.ts'

type Header = (name: string) => string

const mostSignatures = 8

/** The HMAC key of `X-Service-Signature` is the whole secret with its prefix. */
export const hmacKey = (bytes: Bytes) =>
  crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])

/** The `sha256=…` signatures, or without them the `v1,…` signatures of Standard Webhooks. */
export function readSignatures(header: Header): string[] {
  const texts = ['x-service-signature', 'x-service-signature-previous', 'webhook-signature'].map(header).join(' ')
  if (!texts.trim())
    throw new WebhookVerificationError(
      'missing_signature',
      'The header X-Service-Signature is missing. Check that the request comes from Matterbase',
    )
  const signatures = texts.match(/\bsha256=[\da-f]{64}\b/gi) ?? texts.match(/\bv1,\S+/g)
  if (!signatures)
    throw new WebhookVerificationError(
      'malformed_signature',
      'The header X-Service-Signature must be sha256=<hex>. Check that the request comes from Matterbase',
    )
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
