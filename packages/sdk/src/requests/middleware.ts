import { ConfigError } from '../errors/error-base.ts'
import type { WebAbortSignal, WebHeaders, WebResponse } from '../config/web-types.ts'

/** The request of one attempt. No middleware sees the API key, because it is added after the last one. */
export interface ApiRequest {
  /** HTTP method, such as `GET`. */
  readonly method: string
  /** URL with its query. */
  readonly url: string
  /** Headers of this attempt. You can change them. */
  readonly headers: WebHeaders
  /** JSON body. */
  readonly body?: string
  /** Aborts if the timeout or deadline passes, or if the caller aborts. */
  readonly signal: WebAbortSignal
  /** Number of the attempt, starting at 1. */
  readonly attempt: number
}

/** Calls the next middleware, or sends the request. */
export type Next = (request: ApiRequest) => Promise<WebResponse>

/**
 * Wraps every attempt, inside the retries. Change the headers or pass a changed copy to `next`. Read a body only from
 * `response.clone()`. An error of your middleware is not retried.
 *
 * @example
 * const traced: Middleware = (request, next) => {
 *   request.headers.set('traceparent', currentTrace())
 *   return next(request)
 * }
 */
export type Middleware = (request: ApiRequest, next: Next) => Promise<WebResponse>

/** Combines the middleware into one function. The first one is outermost. */
export const chain = (middleware: readonly Middleware[], last: Next): Next =>
  middleware.reduceRight<Next>((next, each) => async (request) => checked(await each(request, next)), last)

function checked(response: WebResponse): WebResponse {
  if (typeof response?.text !== 'function') throw new ConfigError('A middleware must return the response of next()')
  if (response.bodyUsed) throw new ConfigError('A middleware read the response body. Read response.clone()')
  return response
}
