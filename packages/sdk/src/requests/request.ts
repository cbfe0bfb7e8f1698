import type { Query } from '../encoding/encode.ts'
import type { WebAbortSignal, WebResponse } from '../config/web-types.ts'

/**
 * Options of one call. They override the options of the client.
 *
 * @example
 * await mb.matters.get(7, { timeout: 2_000, signal: AbortSignal.timeout(5_000) })
 */
export interface RequestOptions {
  /** Ends the call with an `AbortError`. */
  readonly signal?: WebAbortSignal | undefined
  /** Longest time in milliseconds for one attempt, including the response body. `Infinity` for no limit. */
  readonly timeout?: number | undefined
  /** Longest time in milliseconds for the whole call, including retries and waits. */
  readonly deadline?: number | undefined
  /** Number of retries after the first attempt. */
  readonly maxRetries?: number | undefined
  /** Longest `Retry-After` in milliseconds that the client waits for. A longer one throws immediately. */
  readonly maxRetryAfterMs?: number | undefined
  /**
   * Added to the request. `null` removes a header of the SDK.
   *
   * @example
   * { 'if-match': response.headers.get('etag') } // write only if the record did not change
   */
  readonly headers?: Readonly<Record<string, string | null | undefined>> | undefined
  /**
   * Idempotency key of a POST. A repetition within 24 hours returns the first response. Default: a new one for each call.
   */
  readonly idempotencyKey?: string | undefined
}

/** HTTP methods of `mb.request`. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Options of `mb.request`. */
export interface RawRequestOptions extends RequestOptions {
  /** Query parameters. `undefined` and `null` are left out. A Date is sent as ISO 8601. */
  readonly query?: Query | undefined
  /** Sent as JSON. A string is sent unchanged. */
  readonly body?: unknown
}

/** The response of a call, for its decoder. */
export interface Answered {
  readonly response: WebResponse
  readonly idempotencyKey: string | undefined
}

/** One operation of the API. `Body` is the response body, `T` the result for the caller. */
export interface Call<Body, T> {
  readonly method: Method
  readonly path: readonly (string | number)[]
  readonly query?: Query | undefined
  /** A string is sent unchanged. */
  readonly body?: unknown
  /** Body of a successful response: a JSON object (default), `any` JSON or nothing, `none` (ignored), `lines` of JSON, or the bytes of a `file`. */
  readonly answer?: 'any' | 'none' | 'lines' | 'file'
  /** Undefined if the body is not valid. */
  readonly decode: (body: Body, answered: Answered) => T | undefined
}

/** A call, or a function that creates one. An error of the function rejects the call. */
export type Callable<Body, T> = Call<Body, T> | (() => Call<Body, T>)
