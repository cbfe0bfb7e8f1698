import type { Client } from '../resources/clients.ts'
import type { Invoice } from '../resources/invoices.ts'
import type { Lead } from '../resources/leads.ts'
import type { Matter } from '../resources/matters.ts'
import type { TimeEntry } from '../resources/time-entries.ts'
import type { Expense } from '../resources/expenses.ts'
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

/** What is left of a deleted record. */
export interface DeletedRecord {
  /** What it had. */
  id: number
  /** What it had; free for another record now. */
  external_id: string | null
  /** ISO 8601, UTC, with milliseconds */
  deleted_at: string
  /** As large as `deleted_at`: where a sync with `updated_since` meets the deletion. */
  updated_at: string
}

/** `data` of each event kind: the record as GET answered it when the event happened, or what is left of it. */
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
  /** A matter changed. */
  'matter.updated': Matter
  /** A matter was deleted. */
  'matter.deleted': DeletedRecord
  /** A client changed. */
  'client.updated': Client
  /** A client was deleted. */
  'client.deleted': DeletedRecord
  /** A time entry was added. */
  'time_entry.created': TimeEntry
  /** A time entry changed. */
  'time_entry.updated': TimeEntry
  /** A time entry was deleted. */
  'time_entry.deleted': DeletedRecord
  /** An expense was added. */
  'expense.created': Expense
  /** An expense changed, was billed, paid or set free. */
  'expense.updated': Expense
  /** An expense was deleted. */
  'expense.deleted': DeletedRecord
  /** A lead changed, moved to another status, or was captured again with something new. */
  'lead.updated': Lead
  /** An invoice was drafted. */
  'invoice.created': Invoice
  /** A draft was edited, or an invoice got another status. */
  'invoice.updated': Invoice
  /** An invoice became overdue since its due date had passed; once for each due date. */
  'invoice.overdue': Invoice
}

/** The kinds of event that tell of a change, and of what it changed. */
export type ChangeKind = Extract<keyof EventMap, `${string}.updated`>

/** What every delivery has. */
export interface EventBase<Kind extends string, Data> {
  /** What happened. */
  event: Kind
  /** New for each attempt. */
  delivery_id: string
  /** When this attempt was signed. */
  timestamp: string
  /** The record as GET answered it when the event happened, or what is left of it. */
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

/** What a delivery has that tells of a change. */
export interface ChangeEvent<Kind extends string, Data> extends EventBase<Kind, Data> {
  /** The old values of the fields that changed, without `updated_at`: `{ status: 'In Progress' }`. Never empty. */
  previous: Partial<Data>
}

/** The event of a kind. */
export type WebhookEventOf<Kind extends keyof EventMap> = {
  [K in Kind]: K extends ChangeKind ? ChangeEvent<K, EventMap[K]> : EventBase<K, EventMap[K]>
}[Kind]

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
  'matter.updated': true,
  'matter.deleted': true,
  'client.updated': true,
  'client.deleted': true,
  'time_entry.created': true,
  'time_entry.updated': true,
  'time_entry.deleted': true,
  'expense.created': true,
  'expense.updated': true,
  'expense.deleted': true,
  'lead.updated': true,
  'invoice.created': true,
  'invoice.updated': true,
  'invoice.overdue': true,
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
