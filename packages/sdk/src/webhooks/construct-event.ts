import type { RawBody } from './body.ts'
import { WebhookVerificationError } from './errors.ts'
import { readEvent, type WebhookEvent } from './events.ts'
import type { HeadersInput } from './headers.ts'
import { type Secret, verifiedBytes, type VerifyOptions } from './verify.ts'

/** Options of `constructEvent`. */
export interface ConstructEventOptions extends VerifyOptions {
  /** How far the signed `timestamp` may lie from now, in the past or the future. Default 300; false for queued processing. */
  readonly toleranceSeconds?: number | false | undefined
  /** Milliseconds since 1970. Default `Date.now`. */
  readonly now?: (() => number) | undefined
}

/**
 * Verifies a delivery and gives the event in it.
 * @throws {WebhookVerificationError} when it is not genuine, too old, too new, or no event
 * @throws {ConfigError} when there is no secret to check with
 * @example
 * const event = await constructEvent(await request.text(), request.headers, secret)
 * if (event.event === 'invoice.paid') console.log(event.data.total_amount)
 */
export async function constructEvent(
  rawBody: RawBody,
  headers: HeadersInput,
  secret: Secret,
  options: ConstructEventOptions = {},
): Promise<WebhookEvent> {
  const event = readEvent(parse(await verifiedBytes(rawBody, headers, secret, options)))
  if (!event) throw new WebhookVerificationError('invalid_event', 'The body is no event')
  checkTimestamp(event.timestamp, options)
  return event
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch (cause) {
    throw new WebhookVerificationError('invalid_json', 'The body is no JSON', { cause })
  }
}

function checkTimestamp(timestamp: string, { toleranceSeconds = 300, now = Date.now }: ConstructEventOptions): void {
  if (toleranceSeconds === false) return
  const age = (now() - Date.parse(timestamp)) / 1000
  if (Math.abs(age) <= toleranceSeconds) return
  const code = age > 0 ? 'timestamp_too_old' : age < 0 ? 'timestamp_too_new' : 'timestamp_missing'
  throw new WebhookVerificationError(code, `${timestamp} is not within ${toleranceSeconds} s of now`)
}
