import type { Query } from '../encoding/encode.ts'
import type { WebAbortSignal, WebResponse } from '../config/web-types.ts'

/**
 * Options of one call; they win over the client's.
 *
 * @example
 * await mb.matters.get(7, { timeout: 2_000, signal: AbortSignal.timeout(5_000) })
 */
export interface RequestOptions {
  /** Ends the call with an `AbortError`, at any point. */
  readonly signal?: WebAbortSignal | undefined
  /** Milliseconds for one attempt, its answer's body included; `Infinity` for none. */
  readonly timeout?: number | undefined
  /** Milliseconds for the whole call: every attempt and the waits between. */
  readonly deadline?: number | undefined
  /** Attempts after the first. */
  readonly maxRetries?: number | undefined
  /** Milliseconds; a `Retry-After` longer than this throws at once. */
  readonly maxRetryAfterMs?: number | undefined
  /**
   * Added to the request; `null` takes one of ours away.
   *
   * @example
   * { 'if-match': response.headers.get('etag') } // write only if nobody was faster
   */
  readonly headers?: Readonly<Record<string, string | null | undefined>> | undefined
  /** Of a POST: sent again within 24 hours it gets the first answer again. Default: a new one for each call. */
  readonly idempotencyKey?: string | undefined
}

/** What `mb.request` can send. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Options of `mb.request`. */
export interface RawRequestOptions extends RequestOptions {
  /** Parameters; `undefined` and `null` are left out, a Date is sent as ISO 8601. */
  readonly query?: Query | undefined
  /** Sent as JSON, its dates as everywhere; a text is sent as it is. */
  readonly body?: unknown
}

/** What a call was answered with, for its decoder. */
export interface Answered {
  readonly response: WebResponse
  readonly idempotencyKey: string | undefined
}

/** One operation of the API. `Body` is the answer on the wire, `T` what the caller gets. */
export interface Call<Body, T> {
  readonly method: Method
  readonly path: readonly (string | number)[]
  readonly query?: Query | undefined
  /** A text is sent as it is. */
  readonly body?: unknown
  /** What a success has to answer: a JSON object (the default), `any` JSON or nothing, `none` that matters, or `lines` of JSON. */
  readonly answer?: 'any' | 'none' | 'lines'
  /** Undefined when the body is not what it should be. */
  readonly decode: (body: Body, answered: Answered) => T | undefined
}

/** A call, or what makes one: what that throws is what the call rejects with. */
export type Callable<Body, T> = Call<Body, T> | (() => Call<Body, T>)
