import { ConfigError } from '../errors/error-base.ts'
import type { WebAbortSignal, WebHeaders, WebResponse } from '../config/web-types.ts'

/** One attempt on its way out. The API key is added behind the last middleware, so none of them sees it. */
export interface ApiRequest {
  /** `GET`, `POST` and so on. */
  readonly method: string
  /** Whole, with its query. */
  readonly url: string
  /** Of this attempt alone: change them as you like. */
  readonly headers: WebHeaders
  /** JSON, where there is one. */
  readonly body?: string
  /** Aborts with the attempt: its timeout, the deadline or the caller. */
  readonly signal: WebAbortSignal
  /** 1 for the first. */
  readonly attempt: number
}

/** Sends the attempt on, to the next middleware or the service. */
export type Next = (request: ApiRequest) => Promise<WebResponse>

/**
 * Wraps every attempt, inside the retries. Change the headers or pass on a changed copy; read a body only from
 * `response.clone()`. What it throws itself is not retried.
 *
 * @example
 * const traced: Middleware = (request, next) => {
 *   request.headers.set('traceparent', currentTrace())
 *   return next(request)
 * }
 */
export type Middleware = (request: ApiRequest, next: Next) => Promise<WebResponse>

/** One function out of many, the first one outermost. */
export const chain = (middleware: readonly Middleware[], last: Next): Next =>
  middleware.reduceRight<Next>((next, each) => async (request) => checked(await each(request, next)), last)

function checked(response: WebResponse): WebResponse {
  if (typeof response?.text !== 'function')
    throw new ConfigError('A middleware has to return the response it got from next()')
  if (response.bodyUsed) throw new ConfigError("A middleware read the response's body: read response.clone() instead")
  return response
}
