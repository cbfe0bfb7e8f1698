export type EventKind =
  | 'lead.created'
  | 'matter.created'
  | 'client.created'
  | 'invoice.paid'
  | 'document.signed'
  | 'ping.test'

/** Where events are sent. */
export interface WebhookEndpoint {
  id: number
  url: string
  events: EventKind[]
  description: string | null
  is_active: boolean
  /** Failed attempts in a row. */
  failure_count: number
  last_delivery_at: string | null
  created_at: string
}

export interface CreatedWebhookEndpoint extends WebhookEndpoint {
  /** `whsec_…`, shown this once: keep it for `constructEvent`. */
  secret: string
}

export interface WebhookEndpointCreate {
  url: string
  /** At least one. */
  events: readonly EventKind[]
  description?: string | null | undefined
}

export interface WebhookEndpointUpdate {
  url?: string | undefined
  events?: readonly EventKind[] | undefined
  description?: string | null | undefined
  is_active?: boolean | undefined
  /** With `is_active: true`: what becomes of deliveries held meanwhile. Default `resume`. */
  held?: 'resume' | 'skip' | undefined
}

export interface WebhookTest {
  success: boolean
  message: string
}

export interface RotatedSecret {
  secret: string
  /** Until then deliveries carry a signature of the previous secret too. */
  previous_expires_at: string
}

export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'held' | 'cancelled' | 'blocked'

/** One request of a delivery. */
export interface DeliveryAttempt {
  delivery_id: string
  attempt: number
  started_at: string
  duration_ms: number | null
  outcome: string | null
  status_code: number | null
  response_body: string | null
}

/** One event on its way to one endpoint. */
export interface Delivery {
  id: number
  event_id: string
  event: EventKind
  status: DeliveryStatus
  attempt_count: number
  next_attempt_at: string | null
  last_status_code: number | null
  last_error: string | null
  created_at: string
  delivered_at: string | null
  attempts: DeliveryAttempt[]
}

export interface DeliveryListParams {
  readonly status?: DeliveryStatus | undefined
  readonly event?: EventKind | undefined
  readonly created_since?: string | Date | undefined
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

export interface ReplayRequest {
  /** By the events' own time. */
  from: string | Date
  to: string | Date
  /** Default `failed`. */
  status?: 'failed' | 'all' | undefined
}

export interface Replay {
  id: number
  /** Deliveries that go out again. */
  count: number
}
