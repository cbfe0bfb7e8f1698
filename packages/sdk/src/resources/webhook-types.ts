/**
 * Every kind of event an endpoint can subscribe to. `lead.created` to `ping.test` are recorded in any case, the others
 * only while an endpoint of the workspace subscribes to them.
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
] as const

/** One of `eventKinds`. */
export type EventKind = (typeof eventKinds)[number]

/** Where events are sent. */
export interface WebhookEndpoint {
  /** Given by the service. */
  id: number
  /** Where events are sent, by POST. */
  url: string
  /** The kinds it subscribes to. */
  events: EventKind[]
  /** For people. */
  description: string | null
  /** Whether events are sent; while it is false they are held. */
  is_active: boolean
  /** Failed attempts in a row. */
  failure_count: number
  /** When the last attempt ended. ISO 8601, UTC, with milliseconds */
  last_delivery_at: string | null
  /** ISO 8601, UTC, with milliseconds */
  created_at: string
}

/** An endpoint that has just been registered. */
export interface CreatedWebhookEndpoint extends WebhookEndpoint {
  /** `whsec_…`, shown this once: keep it for `constructEvent`. */
  secret: string
}

/** An endpoint to register. */
export interface WebhookEndpointCreate {
  /** https, to a public address; at most 2,048 characters. */
  url: string
  /** At least one. */
  events: readonly EventKind[]
  /** For people. */
  description?: string | null | undefined
}

/** Fields to set; absent leaves as it is. */
export interface WebhookEndpointUpdate {
  /** https, to a public address; at most 2,048 characters. */
  url?: string | undefined
  /** At least one. */
  events?: readonly EventKind[] | undefined
  /** For people; `null` clears. */
  description?: string | null | undefined
  /** Switches it on or off. */
  is_active?: boolean | undefined
  /** With `is_active: true`: what becomes of deliveries held meanwhile. Default `resume`. */
  held?: 'resume' | 'skip' | undefined
}

/** What a test answers. */
export interface WebhookTest {
  /** Always true. */
  success: boolean
  /** A sentence for people. */
  message: string
}

/** What a rotation answers. */
export interface RotatedSecret {
  /** The new one, shown this once. */
  secret: string
  /** ISO 8601, UTC. Until then deliveries carry a signature of the previous secret too. */
  previous_expires_at: string
}

/** Every status of a delivery, for select boxes and checks at run time. */
export const deliveryStatuses = ['pending', 'delivered', 'failed', 'held', 'cancelled', 'blocked'] as const

/** One of `deliveryStatuses`. */
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** One request of a delivery. */
export interface DeliveryAttempt {
  /** What the request carried. */
  delivery_id: string
  /** 1 for the first. */
  attempt: number
  /** ISO 8601, UTC, with milliseconds */
  started_at: string
  /** Null while it is under way. */
  duration_ms: number | null
  /** `success`, `http_error`, `timeout`, `dns`, `connect`, `tls`, `blocked` or `interrupted`; null while it is under way. */
  outcome: string | null
  /** What the receiver answered. */
  status_code: number | null
  /** The first 4 KiB of it. */
  response_body: string | null
}

/** One event on its way to one endpoint. */
export interface Delivery {
  /** Given by the service. */
  id: number
  /** The same over all attempts and endpoints. */
  event_id: string
  /** What happened. */
  event: EventKind
  /** `held` while its endpoint is switched off. */
  status: DeliveryStatus
  /** Requests so far. */
  attempt_count: number
  /** When a pending delivery is due. ISO 8601, UTC, with milliseconds */
  next_attempt_at: string | null
  /** What the receiver answered last. */
  last_status_code: number | null
  /** Why the last attempt failed. */
  last_error: string | null
  /** When the event happened. ISO 8601, UTC, with milliseconds */
  created_at: string
  /** ISO 8601, UTC, with milliseconds */
  delivered_at: string | null
  /** Each request, the first one first. */
  attempts: DeliveryAttempt[]
}

/** What the list of deliveries can be narrowed by. */
export interface DeliveryListParams {
  /** Only deliveries of this status. */
  readonly status?: DeliveryStatus | undefined
  /** Only deliveries of events of this kind. */
  readonly event?: EventKind | undefined
  /** Only deliveries of events after this moment (strictly); a plain date means its start in UTC. */
  readonly created_since?: string | Date | undefined
  /** Deliveries per page, 1 to 200. Default 50, and 200 when iterating. */
  readonly limit?: number | undefined
  /** `nextCursor` of a page: go on after it. */
  readonly cursor?: string | undefined
}

/** A span of time whose deliveries are sent again, by the events' own time. */
export interface ReplayRequest {
  /** The first moment, itself included; a plain date means its start in UTC. */
  from: string | Date
  /** The last moment, itself included. */
  to: string | Date
  /** `failed` (the default) or blocked ones, or `all`, delivered and cancelled ones too. */
  status?: 'failed' | 'all' | undefined
}

/** What a replay answers. */
export interface Replay {
  /** Given by the service. */
  id: number
  /** Deliveries that go out again. */
  count: number
}
