import type { RawBody } from './body.ts'
import { WebhookVerificationError } from './errors.ts'
import { readEvent, type WebhookEvent } from './events.ts'
import type { HeadersInput } from './headers.ts'
import { type Secret, verifiedBytes, type VerifyOptions } from './verify.ts'

/** Options of `constructEvent`. */
export interface ConstructEventOptions extends VerifyOptions {
  /** Largest difference in seconds between the signed `timestamp` and now. Default 300. `false` accepts any age, for events from your own queue. */
  readonly toleranceSeconds?: number | false | undefined
  /** Returns the current time in milliseconds since 1970. Default `Date.now`. */
  readonly now?: (() => number) | undefined
}

/**
 * Verifies a delivery and returns its event.
 *
 * @param rawBody the body as it arrived, before any parsing
 * @param secret the secret of the endpoint, or `[current, previous]` during a rotation
 * @throws {WebhookVerificationError} if the signature does not match, the delivery is too old or too new, or the body is not an event.
 * @throws {ConfigError} if the secret is missing.
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
  if (!event)
    throw new WebhookVerificationError(
      'invalid_event',
      'The body must be an event with `event` and `data`. Check that the request comes from Matterbase',
    )
  checkTimestamp(event.timestamp, options)
  return event
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch (cause) {
    throw new WebhookVerificationError(
      'invalid_json',
      'The body must be JSON. Check that the request comes from Matterbase',
      { cause },
    )
  }
}

function checkTimestamp(timestamp: string, { toleranceSeconds = 300, now = Date.now }: ConstructEventOptions): void {
  if (toleranceSeconds === false) return
  const age = (now() - Date.parse(timestamp)) / 1000
  if (Math.abs(age) <= toleranceSeconds) return
  const code = age > 0 ? 'timestamp_too_old' : age < 0 ? 'timestamp_too_new' : 'timestamp_missing'
  throw new WebhookVerificationError(
    code,
    `timestamp must be within ${toleranceSeconds} s of now, not ${timestamp}. Synchronize your clock, or pass toleranceSeconds: false for queued events`,
  )
}
