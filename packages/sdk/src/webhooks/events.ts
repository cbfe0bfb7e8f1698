import type { Client } from '../resources/clients.ts'
import type { Invoice } from '../resources/invoices.ts'
import type { Lead } from '../resources/leads.ts'
import type { Matter } from '../resources/matters.ts'
import type { WebhookEndpoint } from '../resources/webhook-types.ts'

/** What an e-signature request became. */
export interface SignedDocument {
  document_id: number
  title: string
  case_id: number | null
  client_id: number | null
  status: 'signed'
  signer_name: string
  signer_email: string
  signed_at: string
  created_at: string
}

/** The endpoint that is tested. */
export interface Ping extends WebhookEndpoint {
  message: string
}

/** `data` of each event kind: the record as GET answered it when the event happened. */
export interface EventMap {
  'lead.created': Lead
  'matter.created': Matter
  'client.created': Client
  'invoice.paid': Invoice
  'document.signed': SignedDocument
  'ping.test': Ping
}

export interface EventBase<Kind extends string, Data> {
  event: Kind
  /** New for each attempt. */
  delivery_id: string
  /** When this attempt was signed. */
  timestamp: string
  data: Data
  /** The same over all attempts and endpoints: de-duplicate by it. */
  event_id: string
  /** When it happened. */
  created_at: string
  /** 1 for the first. */
  attempt: number
  environment: 'live' | 'test'
}

export type WebhookEventOf<Kind extends keyof EventMap> = { [K in Kind]: EventBase<K, EventMap[K]> }[Kind]

/** A kind this version does not know; its name is in `rawEvent`. */
export interface UnknownWebhookEvent extends EventBase<'$unknown', unknown> {
  rawEvent: string
}

/** Narrowed by `event`. */
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
