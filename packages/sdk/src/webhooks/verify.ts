import { ConfigError } from '../errors/error-base.ts'
import { type RawBody, remedy, toBytes } from './body.ts'
import { utf8 } from './bytes.ts'
import { WebhookVerificationError } from './errors.ts'
import { headerReader, type HeadersInput } from './headers.ts'
import { hmacKey, isSigned, readSignatures } from './signature.ts'

/** The `whsec_…` secret of an endpoint, or the current and previous one during a rotation. */
export type Secret = string | readonly string[]

/** Options of `verifySignature`. */
export interface VerifyOptions {
  /** Largest body in bytes. Default 5 MiB. */
  readonly maxBodyBytes?: number | undefined
}

const toSign = 'Pass the body that you send'

export const defaultMaxBodyBytes = 5 * 1024 * 1024

/**
 * Signs a body as the server does, and returns the value of `X-Service-Signature`: `sha256=<hex>`.
 *
 * @throws {WebhookVerificationError} if the body is empty, or not a string or bytes.
 * @throws {ConfigError} if the secret is missing.
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
 * Verifies only the signature of a body, by `X-Service-Signature`, `X-Service-Signature-Previous` or the Standard Webhooks
 * headers. `constructEvent` also checks the age, against replay attacks.
 * @throws {WebhookVerificationError} if no signature matches.
 * @throws {ConfigError} if the secret is missing.
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

/** Verifies the signature and returns the verified bytes. */
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
  // Checks all of them, so that the duration reveals nothing.
  const checks = secrets.flatMap((each) => signatures.map((signature) => isSigned(bytes, signature, each, header)))
  if (!(await Promise.all(checks)).includes(true)) {
    throw new WebhookVerificationError(
      'signature_mismatch',
      `The signature does not match. Check that the secret belongs to this endpoint and that the body is unchanged. ${remedy}`,
    )
  }
  return bytes
}

function checkSecrets(secret: Secret): readonly string[] {
  const secrets = [secret].flat().filter((each) => each?.trim())
  if (!secrets.length) throw new ConfigError('No webhook secret. Pass the whsec_… secret of the endpoint')
  return secrets
}
