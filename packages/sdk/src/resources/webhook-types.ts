/**
 * All events, for select boxes and checks at run time. `lead.created` to `ping.test` are always recorded. The others are
 * recorded only while an endpoint of the workspace subscribes to them.
 */
export const eventKinds = [
  'lead.created',
  'matter.created',
  'client.created',
  'invoice.paid',
  'document.signed',
  'ping.test',
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
  'lead.updated',
  'invoice.created',
  'invoice.updated',
  'invoice.overdue',
  'invoice.deleted',
] as const

/** One of `eventKinds`. */
export type EventKind = (typeof eventKinds)[number]

/** A webhook endpoint. */
export interface WebhookEndpoint {
  /** ID, assigned by the server. */
  id: number
  /** URL that receives the events. */
  url: string
  /** Events of the endpoint. */
  events: EventKind[]
  /** Description for people. */
  description: string | null
  /** Whether the endpoint is enabled. Deliveries of a disabled endpoint are held. */
  is_active: boolean
  /** Number of failed attempts in a row. */
  failure_count: number
  /** End of the last attempt. ISO 8601, UTC, with milliseconds. */
  last_delivery_at: string | null
  /** Time of creation. ISO 8601, UTC, with milliseconds. */
  created_at: string
}

/** A new endpoint with its secret. */
export interface CreatedWebhookEndpoint extends WebhookEndpoint {
  /** Secret for `constructEvent`, `whsec_…`. Store it, because it is shown only now. */
  secret: string
}

/** An endpoint to create. */
export interface WebhookEndpointCreate {
  /** HTTPS URL with a public address, at most 2,048 characters. */
  url: string
  /** Events of the endpoint, at least one. */
  events: readonly EventKind[]
  /** Description for people. */
  description?: string | null | undefined
}

/** Fields to set. Missing fields keep their value. */
export interface WebhookEndpointUpdate {
  /** HTTPS URL with a public address, at most 2,048 characters. */
  url?: string | undefined
  /** Events of the endpoint, at least one. */
  events?: readonly EventKind[] | undefined
  /** Description for people. `null` clears it. */
  description?: string | null | undefined
  /** Enables or disables the endpoint. */
  is_active?: boolean | undefined
  /** With `is_active: true`: whether held deliveries are sent (`resume`) or cancelled (`skip`). Default `resume`. */
  held?: 'resume' | 'skip' | undefined
}

/** Response of a test. */
export interface WebhookTest {
  /** Always true. */
  success: boolean
  /** Message for people. */
  message: string
}

/** Response of a rotation. */
export interface RotatedSecret {
  /** The new secret. Store it, because it is shown only now. */
  secret: string
  /** Until this time, deliveries are also signed with the previous secret. ISO 8601, UTC. */
  previous_expires_at: string
}

/** Every status of a delivery, for select boxes and checks at run time. */
export const deliveryStatuses = ['pending', 'delivered', 'failed', 'held', 'cancelled', 'blocked'] as const

/** One of `deliveryStatuses`. */
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** One attempt of a delivery. */
export interface DeliveryAttempt {
  /** `delivery_id` of the request. */
  delivery_id: string
  /** Number of the attempt, starting at 1. */
  attempt: number
  /** Start of the attempt. ISO 8601, UTC, with milliseconds. */
  started_at: string
  /** Duration in milliseconds. Null while the attempt is in progress. */
  duration_ms: number | null
  /** `success`, `http_error`, `timeout`, `dns`, `connect`, `tls`, `blocked` or `interrupted`. Null while in progress. */
  outcome: string | null
  /** HTTP status of the response. */
  status_code: number | null
  /** First 4 KiB of the response body. */
  response_body: string | null
}

/** A delivery: one event on its way to one endpoint. */
export interface Delivery {
  /** ID, assigned by the server. */
  id: number
  /** ID of the event, the same for every attempt and endpoint. */
  event_id: string
  /** Name of the event. */
  event: EventKind
  /** Status. `held` while the endpoint is disabled. */
  status: DeliveryStatus
  /** Number of attempts. */
  attempt_count: number
  /** Next attempt of a pending delivery. ISO 8601, UTC, with milliseconds. */
  next_attempt_at: string | null
  /** HTTP status of the last response. */
  last_status_code: number | null
  /** Error of the last attempt. */
  last_error: string | null
  /** Time of the event. ISO 8601, UTC, with milliseconds. */
  created_at: string
  /** Time of the successful delivery. ISO 8601, UTC, with milliseconds. */
  delivered_at: string | null
  /** Attempts, the first one first. */
  attempts: DeliveryAttempt[]
}

/** Filters of the list of deliveries. */
export interface DeliveryListParams {
  /** Only deliveries of this status. */
  readonly status?: DeliveryStatus | undefined
  /** Only deliveries of this event. */
  readonly event?: EventKind | undefined
  /** Only deliveries of events after this time. A plain date means 00:00 UTC. */
  readonly created_since?: string | Date | undefined
  /** Deliveries per page, 1 to 200. Default 50, and 200 when iterating. */
  readonly limit?: number | undefined
  /** `nextCursor` of a page. The list continues after this page. */
  readonly cursor?: string | undefined
}

/** The deliveries to replay, by the time of their events. */
export interface ReplayRequest {
  /** Start of the period, inclusive. A plain date means 00:00 UTC. */
  from: string | Date
  /** End of the period, inclusive. */
  to: string | Date
  /** `failed` for failed and blocked deliveries, `all` for delivered and cancelled ones as well. Default `failed`. */
  status?: 'failed' | 'all' | undefined
}

/** Response of a replay. */
export interface Replay {
  /** ID, assigned by the server. */
  id: number
  /** Number of deliveries that are sent again. */
  count: number
}
