import { type Bytes, utf8 } from './bytes.ts'
import { WebhookVerificationError } from './errors.ts'

/** The body of the request exactly as it arrived. A Buffer is a Uint8Array. */
export type RawBody = string | Uint8Array | ArrayBuffer

/** Advice for a body that differs from the signed one. */
export const remedy =
  "Pass the raw body. In Express, mount express.raw({ type: 'application/json', limit: '2mb' }) before express.json(). In Fastify, add a content type parser with parseAs: 'buffer'. Elsewhere, read request.text()"

export const tooLarge = (most: number) =>
  new WebhookVerificationError(
    'body_too_large',
    `The body is larger than ${most} bytes. Raise maxBodyBytes if your events are larger`,
  )

/** A copy of the bytes, so that the parsed bytes are the verified ones. */
export function toBytes(body: unknown, most: number, advice: string = remedy): Bytes {
  const bytes = copyOf(body)
  if (!bytes) throw new WebhookVerificationError('body_not_raw', `The body must be a string or bytes. ${advice}`)
  if (!bytes.length) throw new WebhookVerificationError('body_empty', `The body is empty. ${advice}`)
  if (bytes.length > most) throw tooLarge(most)
  return bytes
}

function copyOf(body: unknown): Bytes | undefined {
  if (typeof body === 'string') return utf8(body)
  // Checks properties instead of instanceof, because the body can come from another realm.
  const {
    buffer = body,
    byteOffset,
    byteLength,
  } = (body ?? {}) as { buffer?: unknown; byteOffset?: number; byteLength?: number }
  return byteLength === undefined ? undefined : new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength).slice()
}
