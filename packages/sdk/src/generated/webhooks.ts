// Generated from the contract. `npx pnpm@12 generate` writes it again.

/**
 * Every event kind, for select boxes and checks at run time. Name of an event. New events can be added. The events up
 * to `ping.test` are always recorded, the others only while an endpoint of the workspace subscribes to them.
 */
export const eventKinds = [
  'lead.created',
  'matter.created',
  'client.created',
  'invoice.paid',
  'document.signed',
  'ping.test',
  'lead.updated',
  'matter.updated',
  'matter.deleted',
  'client.updated',
  'client.deleted',
  'time_entry.created',
  'time_entry.updated',
  'time_entry.deleted',
  'expense.created',
  'expense.updated',
  'expense.deleted',
  'external_record.created',
  'external_record.updated',
  'external_record.deleted',
  'invoice.created',
  'invoice.updated',
  'invoice.overdue',
  'invoice.deleted',
  'invoice.sent',
  'invoice.voided',
  'payment.created',
  'payment.updated',
  'payment.deleted',
  'credit_note.created',
  'credit_note.updated',
  'document.sent',
  'document.viewed',
  'document.declined',
] as const

/** One of `eventKinds`. */
export type EventKind = (typeof eventKinds)[number]

/** A URL that receives events. */
export interface WebhookEndpoint {
  /** ID of the endpoint. IDs differ between live and test. */
  id: number
  /** HTTPS URL that receives the events. */
  url: string
  /** Names of the events that the endpoint receives. */
  events: EventKind[]
  /** Your note about the endpoint, as free text. */
  description: string | null
  /** Whether the endpoint is enabled. Events for a disabled endpoint are held for 30 days. */
  is_active: boolean
  /** Number of failed attempts in a row. A success sets it to 0. */
  failure_count: number
  /** Time at which the last attempt ended. Null before the first. ISO 8601, UTC, with milliseconds. */
  last_delivery_at: string | null
  /** Time of creation. ISO 8601, UTC, with milliseconds. */
  created_at: string
}

/** A new webhook endpoint with its secret. */
export interface CreatedWebhookEndpoint extends WebhookEndpoint {
  /** Secret that signs the deliveries, for `constructEvent`. Store it now, because it is shown only once. */
  secret: string
}

/** A webhook endpoint to create. */
export interface WebhookEndpointCreate {
  /** HTTPS URL with a public address, which receives the events. At most 2,048 characters. */
  url: string
  /** Names of the events that the endpoint receives, at least one. */
  events: readonly EventKind[]
  /** Your note about the endpoint, as free text. At most 65,536 characters. */
  description?: string | null | undefined
}

/** Fields of the webhook endpoint to change. Missing fields keep their value. */
export interface WebhookEndpointUpdate {
  /** HTTPS URL with a public address, which receives the events. At most 2,048 characters. */
  url?: string | undefined
  /** Names of the events that the endpoint receives, at least one. */
  events?: readonly EventKind[] | undefined
  /** Your note about the endpoint, as free text. At most 65,536 characters. */
  description?: string | null | undefined
  /** `true` enables the endpoint, `false` disables it. */
  is_active?: boolean | undefined
  /**
   * With `is_active: true` only. `resume` sends the deliveries that were held while the endpoint was disabled, `skip`
   * cancels them. Default: `resume`.
   */
  held?: 'resume' | 'skip' | undefined
}

/** The new secret of a webhook endpoint. */
export interface RotatedSecret {
  /** New secret that signs the deliveries from now on. Store it now, because it is shown only once. */
  secret: string
  /** Time until which the previous secret signs the deliveries too. ISO 8601, UTC, with milliseconds. */
  previous_expires_at: string
}

/**
 * Every delivery status, for select boxes and checks at run time. Status of a delivery. `pending`: waits for an
 * attempt, or an attempt is in progress. `delivered`: an attempt succeeded. `failed`: all attempts failed, or the
 * receiver returned 410. `held`: the endpoint is disabled. `cancelled`: the endpoint was deleted, or the held delivery
 * was skipped. `blocked`: the URL is not allowed.
 */
export const deliveryStatuses = ['pending', 'delivered', 'failed', 'held', 'cancelled', 'blocked'] as const

/** One of `deliveryStatuses`. */
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** One attempt of a delivery. */
export interface DeliveryAttempt {
  /** ID of the attempt, as in `delivery_id` of the request body. */
  delivery_id: string
  /** Number of the attempt, from 1. */
  attempt: number
  /** Start of the attempt. ISO 8601, UTC, with milliseconds. */
  started_at: string
  /** Duration in milliseconds. Null while the attempt is in progress. */
  duration_ms: number | null
  /**
   * Result of the attempt: `success`, `http_error`, `timeout`, `dns`, `connect`, `tls`, `blocked`, or `interrupted` if
   * the worker stopped. Null while the attempt is in progress.
   */
  outcome: string | null
  /** HTTP status of the response. Null if there was no response. */
  status_code: number | null
  /** First 4 KiB of the response body. */
  response_body: string | null
}

/** The delivery of one event to one endpoint. */
export interface Delivery {
  /** ID of the delivery. */
  id: number
  /** ID of the event, equal for all attempts and endpoints. */
  event_id: string
  /**
   * Name of an event. New events can be added. The events up to `ping.test` are always recorded, the others only while
   * an endpoint of the workspace subscribes to them.
   */
  event: EventKind
  /**
   * Status of a delivery. `pending`: waits for an attempt, or an attempt is in progress. `delivered`: an attempt
   * succeeded. `failed`: all attempts failed, or the receiver returned 410. `held`: the endpoint is disabled.
   * `cancelled`: the endpoint was deleted, or the held delivery was skipped. `blocked`: the URL is not allowed.
   */
  status: DeliveryStatus
  /** Number of attempts so far. */
  attempt_count: number
  /** Time of the next attempt. Null if no attempt is scheduled. ISO 8601, UTC, with milliseconds. */
  next_attempt_at: string | null
  /** HTTP status of the last response. Null if there was no response. */
  last_status_code: number | null
  /** Error of the last attempt. Null if it succeeded. */
  last_error: string | null
  /** Time of the event. ISO 8601, UTC, with milliseconds. */
  created_at: string
  /** Time of the successful attempt. Null until then. ISO 8601, UTC, with milliseconds. */
  delivered_at: string | null
  /** All attempts of the delivery, the first one first. */
  attempts: DeliveryAttempt[]
}

/** Filters of the list of deliveries. */
export interface DeliveryListParams {
  /** Only deliveries with this `status`. */
  readonly status?: DeliveryStatus | undefined
  /** Only deliveries of this event. */
  readonly event?: EventKind | undefined
  /**
   * Only deliveries whose `created_at` is after this time. A Date, or a string such as `2026-03-14T09:26:53Z`. Without
   * a time zone it is UTC, and a plain date means 00:00.
   */
  readonly created_since?: string | Date | undefined
  /** Records per page, 1 to 200. Larger values count as 200. Default 50, and 200 when iterating. */
  readonly limit?: number | undefined
  /** `nextCursor` of a page. The list continues after this page. */
  readonly cursor?: string | undefined
}

/** The deliveries to send again. */
export interface ReplayRequest {
  /**
   * Start of the time range, inclusive. A Date, or a string such as `2026-03-14T09:26:53Z`. Without a time zone it is
   * UTC, and a plain date means 00:00.
   */
  from: string | Date
  /**
   * End of the time range, inclusive. A Date, or a string such as `2026-03-14T09:26:53Z`. Without a time zone it is
   * UTC, and a plain date means 00:00.
   */
  to: string | Date
  /** `failed`: failed and blocked deliveries. `all`: also delivered and cancelled ones. Default: `failed`. */
  status?: 'failed' | 'all' | undefined
}

/** A replay of deliveries. */
export interface Replay {
  /** ID of the replay. */
  id: number
  /** Number of deliveries that are sent again. */
  count: number
}
