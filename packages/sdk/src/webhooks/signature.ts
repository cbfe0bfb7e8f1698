import { type Bytes, fromBase64, utf8 } from './bytes.ts'
import { WebhookVerificationError } from './errors.ts'

type Header = (name: string) => string

const mostSignatures = 8
const ownForm = /^sha256=[\da-f]{64}$/i

/** For X-Service-Signature the bytes are the whole secret, prefix and all. */
export const hmacKey = (bytes: Bytes) =>
  crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])

/** `sha256=…`, the service's own signatures, or where it sent none `v1,…`, those of Standard Webhooks. */
export function readSignatures(header: Header): string[] {
  const own = `${header('x-service-signature')},${header('x-service-signature-previous')}`.match(/[^,\s]+/g)
  const standard = header('webhook-signature').match(/v1,\S+/g)
  if (!own && !standard) throw new WebhookVerificationError('missing_signature', 'X-Service-Signature is missing')
  const signatures = own ? own.filter((each) => ownForm.test(each)) : standard
  if (!signatures?.length)
    throw new WebhookVerificationError('malformed_signature', 'X-Service-Signature is not sha256=<hex>')
  return signatures.slice(0, mostSignatures)
}

export async function isSigned(body: Bytes, signature: string, secret: string, header: Header): Promise<boolean> {
  const isOwn = ownForm.test(signature)
  const key = isOwn ? utf8(secret) : fromBase64(secret.replace('whsec_', ''))
  const mac = isOwn
    ? Uint8Array.from(signature.slice(7).match(/../g) ?? [], (hex) => Number(`0x${hex}`))
    : fromBase64(signature.slice(3))
  return (
    key.length > 0 &&
    crypto.subtle.verify('HMAC', await hmacKey(key), mac, isOwn ? body : standardContent(body, header))
  )
}

function standardContent(body: Bytes, header: Header): Bytes {
  const prefix = utf8(`${header('webhook-id')}.${header('webhook-timestamp')}.`)
  const content = new Uint8Array(prefix.length + body.length)
  content.set(prefix)
  content.set(body, prefix.length)
  return content
}
