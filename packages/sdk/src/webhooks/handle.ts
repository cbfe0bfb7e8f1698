import type { RawBody } from './body.ts'
import { constructEvent, type ConstructEventOptions } from './construct-event.ts'
import { WebhookVerificationError } from './errors.ts'
import type { EventMap, UnknownWebhookEvent, WebhookEvent, WebhookEventOf } from './events.ts'
import type { HeadersInput } from './headers.ts'
import type { Secret } from './verify.ts'

/**
 * Remembers which events were dealt with, say in a table with a unique key.
 *
 * @example
 * const dedupe: DedupeStore = {
 *   claim: async (id) => (await sql`INSERT INTO seen VALUES (${id}) ON CONFLICT DO NOTHING`).count === 1,
 *   release: (id) => sql`DELETE FROM seen WHERE id = ${id}`,
 * }
 */
export interface DedupeStore {
  /** Whether this event is new; from now on it is not. */
  claim(eventId: string): boolean | Promise<boolean>
  /** Takes a claim back: its handler failed, the event will come again. */
  release(eventId: string): void | Promise<void>
}

/**
 * Options of `createWebHandler` and `createNodeHandler`.
 *
 * @example
 * const options: HandlerOptions = { secret, on: { 'matter.created': ({ data }) => console.log(data.title) } }
 */
export interface HandlerOptions extends ConstructEventOptions {
  /** The endpoint's, or a function that is asked for it at each delivery. */
  readonly secret: Secret | (() => Secret | Promise<Secret>)
  /** What to do with each kind of event; the others are acknowledged. */
  readonly on: { readonly [Kind in keyof EventMap]?: (event: WebhookEventOf<Kind>) => unknown }
  /** What to do with kinds that are newer than this package. Default: they are acknowledged. */
  readonly onUnknown?: ((event: UnknownWebhookEvent) => unknown) | undefined
  /** Told of every delivery that was not dealt with. Default: `console.error`. */
  readonly onError?: ((error: unknown) => void) | undefined
  /** Keeps events that come again from being dealt with again. Default none. */
  readonly dedupe?: DedupeStore | undefined
}

/** What every answer carries; 405 must. */
export const replyHeaders = { allow: 'POST' }

/** Status and text to answer. */
type Reply = readonly [status: number, text: string]
export type Replier = (
  method: string | undefined,
  headers: HeadersInput,
  body: () => Promise<RawBody>,
) => Promise<Reply>

/** 200 when the event is dealt with or known, 4xx when it cannot be trusted, 500 when it should come again. */
export function createReplier(options: HandlerOptions): Replier {
  const { secret, on, onUnknown, onError = console.error, dedupe } = options
  const running = new Map<string, Promise<string>>()

  const deal = async (event: WebhookEvent, id: string): Promise<string> => {
    if (dedupe && !(await dedupe.claim(id))) return 'duplicate'
    try {
      // Correlated unions are beyond the compiler: the handler of a kind takes the event of that kind.
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

  // A delivery that comes while the same event is being dealt with shares its outcome.
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
