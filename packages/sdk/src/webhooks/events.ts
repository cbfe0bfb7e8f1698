import type { Client } from '../resources/clients.ts'
import type { Invoice } from '../resources/invoices.ts'
import type { Lead } from '../resources/leads.ts'
import type { Matter } from '../resources/matters.ts'
import type { WebhookEndpoint } from '../resources/webhook-types.ts'

/** What an e-signature request became. */
export interface SignedDocument {
  /** Given by the service. */
  document_id: number
  /** What the document is called. */
  title: string
  /** id of a matter */
  case_id: number | null
  /** id of a client */
  client_id: number | null
  /** Always `signed`. */
  status: 'signed'
  /** Who signed. */
  signer_name: string
  /** Where the request was sent. */
  signer_email: string
  /** ISO 8601, UTC, with milliseconds */
  signed_at: string
  /** ISO 8601, UTC, with milliseconds */
  created_at: string
}

/** The endpoint that is tested. */
export interface Ping extends WebhookEndpoint {
  /** A sentence for people. */
  message: string
}

/** `data` of each event kind: the record as GET answered it when the event happened. */
export interface EventMap {
  /** A lead was captured, from any source. */
  'lead.created': Lead
  /** A matter was opened. */
  'matter.created': Matter
  /** A client was added. */
  'client.created': Client
  /** An invoice became paid. */
  'invoice.paid': Invoice
  /** An e-signature request was completed. */
  'document.signed': SignedDocument
  /** `mb.webhooks.test` was called. */
  'ping.test': Ping
}

/** What every delivery has. */
export interface EventBase<Kind extends string, Data> {
  /** What happened. */
  event: Kind
  /** New for each attempt. */
  delivery_id: string
  /** When this attempt was signed. */
  timestamp: string
  /** The record as GET answered it when the event happened. */
  data: Data
  /** The same over all attempts and endpoints: de-duplicate by it. */
  event_id: string
  /** When it happened. */
  created_at: string
  /** 1 for the first. */
  attempt: number
  /** The workspace it happened in. */
  environment: 'live' | 'test'
}

/** The event of a kind. */
export type WebhookEventOf<Kind extends keyof EventMap> = { [K in Kind]: EventBase<K, EventMap[K]> }[Kind]

/** A kind this version does not know; its name is in `rawEvent`. */
export interface UnknownWebhookEvent extends EventBase<'$unknown', unknown> {
  /** As the service calls it. */
  rawEvent: string
}

/**
 * A delivery's body, narrowed by `event`.
 *
 * @example
 * if (event.event === 'matter.created') console.log(event.data.title)
 */
export type WebhookEvent = WebhookEventOf<keyof EventMap> | UnknownWebhookEvent

const kinds: Readonly<Record<keyof EventMap, true>> = {
  'lead.created': true,
  'matter.created': true,
  'client.created': true,
  'invoice.paid': true,
  'document.signed': true,
  'ping.test': true,
}

/** The event a verified body holds; undefined when it is none. */
export function readEvent(body: unknown): WebhookEvent | undefined {
  // The service signed it, so beyond its form its members are taken at their word.
  const { event, data } = (body ?? {}) as { event?: unknown; data?: unknown }
  if (typeof event !== 'string' || data === undefined) return undefined
  return (
    Object.hasOwn(kinds, event) ? body : { ...(body as object), event: '$unknown', rawEvent: event }
  ) as WebhookEvent
}
