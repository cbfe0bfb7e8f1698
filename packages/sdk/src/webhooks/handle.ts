import type { RawBody } from './body.ts'
import { constructEvent, type ConstructEventOptions } from './construct-event.ts'
import { WebhookVerificationError } from './errors.ts'
import type { EventMap } from '../generated/events.ts'
import type { UnknownWebhookEvent, WebhookEvent, WebhookEventOf } from './events.ts'
import type { HeadersInput } from './headers.ts'
import type { Secret } from './verify.ts'

/**
 * Remembers processed events, for example in a table with a unique key.
 *
 * @example
 * const dedupe: DedupeStore = {
 *   claim: async (id) => (await sql`INSERT INTO seen VALUES (${id}) ON CONFLICT DO NOTHING`).count === 1,
 *   release: (id) => sql`DELETE FROM seen WHERE id = ${id}`,
 * }
 */
export interface DedupeStore {
  /** Returns whether this event is new, and remembers it. */
  claim(eventId: string): boolean | Promise<boolean>
  /** Forgets an event whose handler failed, because it will be delivered again. */
  release(eventId: string): void | Promise<void>
}

/**
 * Options of `createWebHandler` and `createNodeHandler`.
 *
 * @example
 * const options: HandlerOptions = { secret, on: { 'matter.created': ({ data }) => console.log(data.title) } }
 */
export interface HandlerOptions extends ConstructEventOptions {
  /** Secret of the endpoint, or a function that returns it for each delivery. */
  readonly secret: Secret | (() => Secret | Promise<Secret>)
  /** Handlers by event. Other events get 200. */
  readonly on: { readonly [Kind in keyof EventMap]?: (event: WebhookEventOf<Kind>) => unknown }
  /** Called for events that this version of the SDK does not know. Default: they get 200. */
  readonly onUnknown?: ((event: UnknownWebhookEvent) => unknown) | undefined
  /** Called for every delivery that failed. Default: `console.error`. For a delivery that cannot be verified, only its message. */
  readonly onError?: ((error: unknown) => void) | undefined
  /** Skips events that were processed before. Default none. */
  readonly dedupe?: DedupeStore | undefined
}

/** Headers of every response. RFC 9110 requires `Allow` for 405. */
export const replyHeaders = { allow: 'POST' }

/** Anyone can send forged deliveries, and a stack for each would fill the log. */
const report = (error: unknown): void =>
  console.error(error instanceof WebhookVerificationError ? `${error.name}: ${error.message}` : error)

/** Status and body of the response. */
type Reply = readonly [status: number, text: string]
export type Replier = (
  method: string | undefined,
  headers: HeadersInput,
  body: () => Promise<RawBody>,
) => Promise<Reply>

/** Responds 200 for a processed or known event, 4xx for an unverified delivery, and 500 to get the event again. */
export function createReplier(options: HandlerOptions): Replier {
  const { secret, on, onUnknown, onError = report, dedupe } = options
  const running = new Map<string, Promise<string>>()

  const deal = async (event: WebhookEvent, id: string): Promise<string> => {
    if (dedupe && !(await dedupe.claim(id))) return 'duplicate'
    try {
      // The compiler cannot know that the handler of an event takes this event.
      const handle = (event.event === '$unknown' ? onUnknown : on[event.event]) as
        | ((event: WebhookEvent) => unknown)
        | undefined
      await handle?.(event)
      return 'ok'
    } catch (error) {
      await dedupe?.release(id)
      throw error
    }
  }

  // A second delivery of an event that is in progress shares its outcome.
  const share = (event: WebhookEvent, id = event.event_id ?? event.delivery_id): Promise<string> => {
    const outcome = running.get(id) ?? deal(event, id).finally(() => running.delete(id))
    running.set(id, outcome)
    return outcome
  }

  return async (method, headers, body) => {
    if (method !== 'POST') return [405, 'POST only']
    try {
      const held = typeof secret === 'function' ? await secret() : secret
      return [200, await share(await constructEvent(await body(), headers, held, options))]
    } catch (error) {
      onError(error)
      return error instanceof WebhookVerificationError ? [error.status, error.code] : [500, 'failed']
    }
  }
}
