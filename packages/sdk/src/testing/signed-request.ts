import type { WebRequest } from '../config/web-types.ts'
import { fromBase64, utf8 } from '../webhooks/bytes.ts'
import type { EventMap } from '../generated/events.ts'
import type { ChangeKind, EventBase } from '../webhooks/events.ts'
import { hmacKey } from '../webhooks/signature.ts'
import { signPayload } from '../webhooks/verify.ts'
import { eventData, eventPrevious } from './generated/event-fixtures.ts'

/** The part of `URL` that is used. */
export interface URLLike {
  /** The whole URL. */
  readonly href: string
}

/** Options of `signedRequest`, with optional values for all other fields of the body. */
export interface SignedRequestOptions<Kind extends keyof EventMap> extends Partial<
  Omit<EventBase<string, unknown>, 'event' | 'data'>
> {
  /** Name of the event. */
  readonly event: Kind
  /** The record. Default: the fixture of this event. */
  readonly data?: EventMap[Kind] | undefined
  /** Old values of an `*.updated` event. Default: some values of the fixture. */
  readonly previous?: (Kind extends ChangeKind ? Partial<EventMap[Kind]> : never) | undefined
  /** Secret of the endpoint, `whsec_…`. */
  readonly secret: string
  /** URL of the request. Default `https://receiver.example/hooks`. */
  readonly url?: string | URLLike | undefined
}

/**
 * Creates a signed delivery, for tests of a webhook receiver.
 *
 * @example
 * const response = await receive(await signedRequest({ event: 'invoice.paid', secret: 'whsec_dGVzdA==' }))
 */
export async function signedRequest<Kind extends keyof EventMap>({
  event,
  data = eventData[event](),
  previous,
  secret,
  url = 'https://receiver.example/hooks',
  ...members
}: SignedRequestOptions<Kind>): Promise<WebRequest> {
  const now = new Date()
  const envelope = {
    delivery_id: crypto.randomUUID(),
    timestamp: now.toISOString(),
    event_id: crypto.randomUUID(),
    created_at: now.toISOString(),
    attempt: 1,
    environment: 'test',
    ...members,
  }
  const body = JSON.stringify({ event, data, previous: previous ?? previousOf(event), ...envelope })
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Matterbase-Webhooks/1',
    'x-service-event': event,
    'x-service-delivery': envelope.delivery_id,
    'x-service-event-id': envelope.event_id,
    'x-service-signature': await signPayload(body, secret),
    ...(await standardHeaders(body, secret, envelope.event_id, now)),
  }
  return new Request(typeof url === 'string' ? url : url.href, { method: 'POST', headers, body })
}

const previousOf = (event: keyof EventMap): object | undefined =>
  Object.hasOwn(eventPrevious, event) ? eventPrevious[event as ChangeKind] : undefined

async function standardHeaders(body: string, secret: string, id: string, now: Date): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const key = fromBase64(secret.replace('whsec_', ''))
  if (key.length === 0) return {}
  const mac = await crypto.subtle.sign('HMAC', await hmacKey(key), utf8(`${id}.${timestamp}.${body}`))
  const signature = btoa(String.fromCharCode(...new Uint8Array(mac)))
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
