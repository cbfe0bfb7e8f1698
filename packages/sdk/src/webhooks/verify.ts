import { ConfigError } from '../errors/error-base.ts'
import { type RawBody, remedy, toBytes } from './body.ts'
import { utf8 } from './bytes.ts'
import { WebhookVerificationError } from './errors.ts'
import { headerReader, type HeadersInput } from './headers.ts'
import { hmacKey, isSigned, readSignatures } from './signature.ts'

/** An endpoint's `whsec_…` secret, or the current one and the previous one while they are being exchanged. */
export type Secret = string | readonly string[]

/** Options of `verifySignature`. */
export interface VerifyOptions {
  /** Larger bodies are refused. Default 5 MiB. */
  readonly maxBodyBytes?: number | undefined
}

const toSign = 'Pass what is going to be sent: signPayload signs exactly that'

export const defaultMaxBodyBytes = 5 * 1024 * 1024

/**
 * `sha256=<hex>`, as the service sends it in X-Service-Signature.
 *
 * @throws {WebhookVerificationError} when the body is empty, or not a text or bytes
 * @throws {ConfigError} when there is no secret to sign with
 * @example
 * const body = JSON.stringify(event)
 * const headers = { 'x-service-signature': await signPayload(body, 'whsec_…') }
 */
export async function signPayload(body: RawBody, secret: string): Promise<`sha256=${string}`> {
  const key = await hmacKey(utf8(checkSecrets(secret)[0] ?? ''))
  const mac = new Uint8Array(await crypto.subtle.sign('HMAC', key, toBytes(body, Infinity, toSign)))
  return mac.reduce<`sha256=${string}`>((text, byte) => `${text}${byte.toString(16).padStart(2, '0')}`, 'sha256=')
}

/**
 * Resolves when a secret you hold signed exactly these bytes, by X-Service-Signature, by
 * X-Service-Signature-Previous or by the Standard Webhooks headers. Replays are `constructEvent`'s matter.
 * @throws {WebhookVerificationError} when none fits
 * @throws {ConfigError} when there is no secret to check with
 * @example
 * await verifySignature(await request.text(), request.headers, [current, previous])
 */
export async function verifySignature(
  body: RawBody,
  headers: HeadersInput,
  secret: Secret,
  options?: VerifyOptions,
): Promise<void> {
  await verifiedBytes(body, headers, secret, options)
}

/** The same, and gives the bytes that were verified. */
export async function verifiedBytes(
  body: RawBody,
  headers: HeadersInput,
  secret: Secret,
  { maxBodyBytes = defaultMaxBodyBytes }: VerifyOptions = {},
): Promise<Uint8Array> {
  const secrets = checkSecrets(secret)
  const bytes = toBytes(body, maxBodyBytes)
  const header = headerReader(headers)
  const signatures = readSignatures(header)
  // All of them, however early one fits: the time taken tells nothing.
  const tries = secrets.flatMap((each) => signatures.map((signature) => isSigned(bytes, signature, each, header)))
  if (!(await Promise.all(tries)).includes(true)) {
    throw new WebhookVerificationError(
      'signature_mismatch',
      `The secret is another one, or the body was serialised again. ${remedy}`,
    )
  }
  return bytes
}

function checkSecrets(secret: Secret): readonly string[] {
  const secrets = [secret].flat().filter((each) => each?.trim())
  if (!secrets.length) throw new ConfigError('The webhook secret is missing')
  return secrets
}
