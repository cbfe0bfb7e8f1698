import { type Config, positive, whole } from '../config/config.ts'
import { runtimeName } from '../config/env.ts'
import { ConfigError } from '../errors/error-base.ts'
import { toHeaders, toJson, toPath, toQuery } from '../encoding/encode.ts'
import type { Call, RequestOptions } from './request.ts'
import { version } from '../version.ts'
import type { WebAbortSignal, WebHeaders } from '../config/web-types.ts'

/** A call ready to be sent, once or several times. */
export interface Prepared {
  readonly method: string
  /** Without the query, which may hold names of people: for logs. */
  readonly path: string
  readonly url: string
  readonly headers: WebHeaders
  readonly body: string | undefined
  readonly idempotencyKey: string | undefined
  readonly signal: WebAbortSignal | undefined
  readonly timeout: number
  /** On the clock of `performance.now()`. */
  readonly deadlineAt: number
  readonly maxRetries: number
  readonly maxRetryAfterMs: number
}

/** @throws {ConfigError} when the call cannot be sent as it is. */
export function prepare(config: Config, call: Call<never, unknown>, options: RequestOptions): Prepared {
  const { method } = call
  const path = toPath(call.path)
  const ownKey = method === 'POST' ? (options.idempotencyKey ?? config.newIdempotencyKey()) : undefined
  if (ownKey?.trim() === '')
    throw new ConfigError('idempotencyKey is empty: leave it out, and each call gets one of its own')
  const body = call.body === undefined || typeof call.body === 'string' ? call.body : toJson(call.body)
  const ours = {
    accept: 'application/json',
    'content-type': body && 'application/json',
    'idempotency-key': ownKey,
    prefer: config.strict ? 'handling=strict' : undefined,
    'user-agent': config.sendsUserAgent ? `matterbase-sdk/${version} ${runtimeName()}` : undefined,
  }
  const headers = toHeaders(ours, options.headers)
  return {
    method,
    path,
    url: config.baseUrl + path + toQuery(call.query),
    headers,
    body,
    // As it is sent: the headers of the call may have taken it away, and without one a POST is not repeated.
    idempotencyKey: headers.get('idempotency-key') || undefined,
    signal: options.signal,
    timeout: positive('timeout', options.timeout, config.timeout),
    deadlineAt: performance.now() + positive('deadline', options.deadline, config.deadline),
    maxRetries: whole('maxRetries', options.maxRetries, config.maxRetries),
    maxRetryAfterMs: whole('maxRetryAfterMs', options.maxRetryAfterMs, config.maxRetryAfterMs),
  }
}
