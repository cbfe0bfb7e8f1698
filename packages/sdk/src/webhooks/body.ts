import { type Bytes, utf8 } from './bytes.ts'
import { WebhookVerificationError } from './errors.ts'

/** The request's body exactly as it was received. A Buffer is a Uint8Array. */
export type RawBody = string | Uint8Array | ArrayBuffer

/** What to do about a body that is not what was signed. */
export const remedy = "Mount express.raw({ type: 'application/json' }) before express.json(), or pass request.text()"

export const tooLarge = (most: number) => new WebhookVerificationError('body_too_large', `Over ${most} bytes`)

/** A copy of the bytes, so that what is parsed later is what was verified. */
export function toBytes(body: unknown, most: number, advice: string = remedy): Bytes {
  const bytes = copyOf(body)
  if (!bytes) throw new WebhookVerificationError('body_not_raw', `The body is not a text or bytes. ${advice}`)
  if (!bytes.length) throw new WebhookVerificationError('body_empty', `The body is empty. ${advice}`)
  if (bytes.length > most) throw tooLarge(most)
  return bytes
}

function copyOf(body: unknown): Bytes | undefined {
  if (typeof body === 'string') return utf8(body)
  // By its members, not instanceof: it may come from another realm. A view has all three, a buffer the length.
  const {
    buffer = body,
    byteOffset,
    byteLength,
  } = (body ?? {}) as { buffer?: unknown; byteOffset?: number; byteLength?: number }
  return byteLength === undefined ? undefined : new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength).slice()
}
