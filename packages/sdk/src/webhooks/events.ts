import type { EventMap } from '../generated/events.ts'
import { eventKinds } from '../generated/webhooks.ts'

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

/** The old values of a record. `metadata` has the changed keys only, with null for a key that is new. */
type Previous<Data> = {
  [Field in keyof Data]?: Field extends 'metadata' ? Record<string, string | null> : Data[Field]
}

/** The fields of a `*.updated` event. */
export interface ChangeEvent<Kind extends string, Data> extends EventBase<Kind, Data> {
  /** The old values of the fields that changed, without `updated_at`: `{ status: 'In Progress' }`. Never empty. */
  previous: Previous<Data>
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

const kinds: readonly string[] = eventKinds

/** The event in a verified body. Undefined if the body is not an event. */
export function readEvent(body: unknown): WebhookEvent | undefined {
  // The server signed the body, so its fields are not checked further.
  const { event, data } = (body ?? {}) as { event?: unknown; data?: unknown }
  if (typeof event !== 'string' || data === undefined) return undefined
  return (kinds.includes(event) ? body : { ...(body as object), event: '$unknown', rawEvent: event }) as WebhookEvent
}
