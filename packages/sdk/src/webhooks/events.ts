import type { Client } from '../resources/clients.ts'
import type { Invoice } from '../resources/invoices.ts'
import type { Lead } from '../resources/leads.ts'
import type { Matter } from '../resources/matters.ts'
import type { TimeEntry } from '../resources/time-entries.ts'
import type { Expense } from '../resources/expenses.ts'
import type { WebhookEndpoint } from '../resources/webhook-types.ts'

/** A signed document. */
export interface SignedDocument {
  /** ID of the document. */
  document_id: number
  /** Title of the document. */
  title: string
  /** ID of a matter. */
  case_id: number | null
  /** ID of a client. */
  client_id: number | null
  /** Always `signed`. */
  status: 'signed'
  /** Name of the signer. */
  signer_name: string
  /** Email address of the signer. */
  signer_email: string
  /** Time of the signature. ISO 8601, UTC, with milliseconds. */
  signed_at: string
  /** Time of creation. ISO 8601, UTC, with milliseconds. */
  created_at: string
}

/** The tested endpoint. */
export interface Ping extends WebhookEndpoint {
  /** Message for people. */
  message: string
}

/** A deleted record. */
export interface DeletedRecord {
  /** ID of the deleted record. */
  id: number
  /** `external_id` of the deleted record. Another record can use it now. */
  external_id: string | null
  /** Time of the deletion. ISO 8601, UTC, with milliseconds. */
  deleted_at: string
  /** Equals `deleted_at`. A sync with `updated_since` finds the deletion by it. */
  updated_at: string
}

/** `data` of each event: the record as GET returned it when the event happened, or the deleted record. */
export interface EventMap {
  /** A lead was captured from any source. */
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
  /** An expense changed, was billed or paid, or became unbilled again. */
  'expense.updated': Expense
  /** An expense was deleted. */
  'expense.deleted': DeletedRecord
  /** A lead was edited, changed its status, was converted, or was submitted again with new details. */
  'lead.updated': Lead
  /** An invoice was drafted. */
  'invoice.created': Invoice
  /** A draft was edited, or the status or an amount (paid, credited, written off) changed. */
  'invoice.updated': Invoice
  /** An invoice became overdue. Fires once for each due date. */
  'invoice.overdue': Invoice
  /** The draft of an invoice was deleted. `id` is its `invoice_id`. */
  'invoice.deleted': DeletedRecord
}

/** The `*.updated` events. */
export type ChangeKind = Extract<keyof EventMap, `${string}.updated`>

/** The fields of every delivery. */
export interface EventBase<Kind extends string, Data> {
  /** Name of the event. */
  event: Kind
  /** ID of this attempt. */
  delivery_id: string
  /** Time at which this attempt was signed. ISO 8601, UTC, with milliseconds. */
  timestamp: string
  /** The record as GET returned it when the event happened, or the deleted record. */
  data: Data
  /** ID of the event, the same for every attempt and endpoint. Use it to de-duplicate. */
  event_id: string
  /** Time of the event. ISO 8601, UTC, with milliseconds. */
  created_at: string
  /** Number of the attempt, starting at 1. */
  attempt: number
  /** Workspace of the event. */
  environment: 'live' | 'test'
}

/** The fields of a `*.updated` event. */
export interface ChangeEvent<Kind extends string, Data> extends EventBase<Kind, Data> {
  /** The old values of the fields that changed, without `updated_at`: `{ status: 'In Progress' }`. Never empty. */
  previous: Partial<Data>
}

/** The event with this name. */
export type WebhookEventOf<Kind extends keyof EventMap> = {
  [K in Kind]: K extends ChangeKind ? ChangeEvent<K, EventMap[K]> : EventBase<K, EventMap[K]>
}[Kind]

/** An event that this version of the SDK does not know. */
export interface UnknownWebhookEvent extends EventBase<'$unknown', unknown> {
  /** Name of the event. */
  rawEvent: string
}

/**
 * The body of a delivery. Check `event` to narrow its type.
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
  'invoice.deleted': true,
}

/** The event in a verified body. Undefined if the body is not an event. */
export function readEvent(body: unknown): WebhookEvent | undefined {
  // The server signed the body, so its fields are not checked further.
  const { event, data } = (body ?? {}) as { event?: unknown; data?: unknown }
  if (typeof event !== 'string' || data === undefined) return undefined
  return (
    Object.hasOwn(kinds, event) ? body : { ...(body as object), event: '$unknown', rawEvent: event }
  ) as WebhookEvent
}
